// One record of comma-separated values, as RFC 4180 has them.

/**
 * The fields of a record; doubled quotes inside quotes are one, line breaks there are text. Undefined when a quote is
 * left open.
 */
export function parseCsvLine(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split(',')
  const fields: string[] = []
  let at = 0
  for (;;) {
    if (line[at] === '"') {
      let value = ''
      let from = at + 1
      for (;;) {
        const quote = line.indexOf('"', from)
        if (quote < 0) return undefined
        value += line.slice(from, quote)
        if (line[quote + 1] !== '"') {
          at = quote + 1
          break
        }
        value += '"'
        from = quote + 2
      }
      fields.push(value)
    } else {
      const comma = line.indexOf(',', at)
      const end = comma < 0 ? line.length : comma
      fields.push(line.slice(at, end))
      at = end
    }
    if (at >= line.length) return fields
    at++
    if (at === line.length) return [...fields, '']
  }
}

/** Reads records into objects by the names of the first one. Empty fields are left out unless they are to be kept. */
export function createCsvReader({ keepEmpty = false } = {}): (line: string) => Record<string, string> | string | null {
  let header: readonly string[] | undefined
  return (line) => {
    const fields = parseCsvLine(line)
    if (!fields) return 'a quote is left open'
    if (!header) {
      header = fields.map((field) => field.trim().toLowerCase())
      return null
    }
    if (fields.length !== header.length) return `${fields.length} fields where the header has ${header.length}`
    const row: Record<string, string> = {}
    for (const [index, name] of header.entries()) {
      const value = fields[index]
      const isEmpty = value === undefined || value === '' || value === '\\N'
      if (!isEmpty) row[name] = value
      else if (keepEmpty) row[name] = ''
    }
    return row
  }
}
