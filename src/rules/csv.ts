// Rows as CSV: RFC 4180, and nothing that a spreadsheet would take for a formula (spec/dashboard 16).

/**
 * How a text begins that a spreadsheet would take for a formula, or that would be mistaken for one with its mark, as a
 * regular expression that PostgreSQL reads alike. Spreadsheets skip a tab or a line end before a formula, and some take
 * the wide forms of its first character for the usual ones.
 */
export const formulaPattern = "^'*[=+\\-@\\t\\r\\n＝＋－＠]"
const formula = new RegExp(formulaPattern)

/** A text as a cell has it: what looks like a formula gets a `'`. */
const toCellText = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** The text of a cell that `toCellText` made. */
export const fromCellText = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell

function cellOf(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = toCellText(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Begins a file of CSV for spreadsheets, which otherwise take UTF-8 for the code page of the machine. */
export const byteOrderMark = '\ufeff'

/**
 * One line with its end.
 * @example csvLine(['Berlin, DE', 12, null]) // '"Berlin, DE",12,\r\n'
 */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`
