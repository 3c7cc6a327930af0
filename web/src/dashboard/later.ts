// Parts of a first view that come after its numbers, in one file beside the page's own: the chart, its drawing, the
// marks above it and its figures, notes, the words of paper, and the words of empty panels.
export { createChart } from './chart.ts'
export { drawingOf } from './drawing.ts'
export { GraphMarks } from './graph-marks.tsx'
export { GraphTable } from './graph-table.tsx'
export { Missing } from './missing.tsx'
export { Notes } from './notes.tsx'
export { PrintHead } from './paper.tsx'
export { showMarks } from './show-marks.ts'
