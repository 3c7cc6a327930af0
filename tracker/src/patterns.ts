// Page patterns of data-exclude and data-include: `*` stays inside a path segment, `**` does not, all else stands for
// itself.

/**
 * Whether one pattern of the comma-separated list covers the whole path; one more trailing slash is tolerated
 * (spec/tracker 4).
 */
export function covers(list: string, path: string): boolean {
  return list.split(',').some((pattern) => {
    const text = pattern.trim()
    const toSource = (part: string) => (part[1] ? '.*' : part === '*' ? '[^/]*' : '\\' + part)
    return text && RegExp('^' + text.replace(/\*\*?|[^\w/]/g, toSource) + '/?$').test(path)
  })
}
