// Parts of a first view that come after its numbers, in one file beside the page's own: the lines above the numbers and
// above the graph, the chart, its drawing, the marks above it and its figures, notes, and the words of empty panels.
export { createChart } from './graph/chart.ts'
export { drawingOf } from './graph/drawing.ts'
export { GraphMarks } from './graph/graph-marks.tsx'
export { GraphTable } from './graph/graph-table.tsx'
export { GraphLine } from './graph/line.tsx'
export { Notes } from './graph/notes.tsx'
export { Missing } from './panels/missing.tsx'
export { Status } from './status.tsx'
