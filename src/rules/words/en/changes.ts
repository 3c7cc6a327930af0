// Words of "What changed?": the strip above the graph and its dialog.

export const changedBy = {
  one: '{change} visitor compared with {days}:',
  other: '{change} visitors compared with {days}:',
}
export const unchanged = 'The same number of visitors as in {days}:'
export const contributionOf = '{value} {change}, {dimension}'
export const nothingChanged = 'No source, page, country or device changed compared with {days}.'
export const asking = 'Comparing sources, pages, countries and devices…'
export const others = 'Others'
export const othersMean = 'Others: the rest of the change. Visitors who count in several rows are part of it.'
