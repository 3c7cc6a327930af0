// What a first view needs once its numbers are there, in one file beside the page's own: the chart, notes, the words
// of paper, and what empty panels say.
export { createChart } from './chart.ts'
export { Missing } from './missing.tsx'
export { Notes } from './notes.tsx'
export { PrintHead } from './paper.tsx'
