// Minutes of realtime as bars. Fetched with the first graph of minutes; until then it is a line.
import type uPlot from 'uplot'

/** A bar for each value above 0, on three quarters of its room. */
export const barsOf: uPlot.Series.PathBuilder = (plot, series) => {
  const fill = new Path2D()
  const values = plot.data[series] as readonly (number | null)[]
  const width = (plot.bbox.width / values.length) * 0.75
  const bottom = plot.valToPos(0, 'y', true)
  for (const [index, value] of values.entries()) {
    if (!value) continue
    const top = plot.valToPos(value, 'y', true)
    fill.rect(plot.valToPos(index, 'x', true) - width / 2, top, width, bottom - top)
  }
  return { stroke: new Path2D(), fill }
}
