// Answers that are kept as a file.

/**
 * The value of `content-disposition` for a file of this name. A header holds ASCII alone: other names come encoded.
 * @example attachment('report.csv') // 'attachment; filename="report.csv"'
 */
export function attachment(name: string): string {
  const file = name.replace(/[/\\]/g, '-')
  const plain = file.replace(/[^\x20-\x7e]|"/g, '_')
  return `attachment; filename="${plain}"${plain === file ? '' : `; filename*=UTF-8''${encodeURIComponent(file)}`}`
}
