// Leaves out of the chart library what no graph of the dashboard draws: dates on axes, legends, its own cursor,
// logarithmic scales, bars, steps and curves. The library is one file without switches for them, so that its text is
// changed before it is bundled. A text that is not found fails the build: another version needs another look.
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

const changes: readonly (readonly [found: RegExp, instead: string])[] = [
  // Names for others. The line and its points are what is drawn by default.
  [/\nuPlot\.assign = assign;[\s\S]*(?=\nexport )/, ''],
  [/const showLegend = legend\.show;/, 'const showLegend = false;'],
  [/const showCursor = +cursor\.show;/, 'const showCursor = false;'],
  // Axes count buckets.
  [/const FEAT_TIME += true;/, 'const FEAT_TIME = false;'],
  [/let isTime = [^;]+;/g, ''],
  [/\bisTime\b/g, 'false'],
  [/\n\tconst _tzDate {2}=[\s\S]*?\n(?=\n\tconst activeIdxs)/, ''],
  [/const \[ timeIncrs\w+, +_timeAxisStamps\w+, +timeAxisSplits\w+ +\] = genTimeStuffs\([^)]+\);/g, ''],
  [/= (?=(days|months)\.map\(slice3\))/g, '= /* @__PURE__ */ '],
  [/const localTz = [^;]+;/, 'const localTz = null;'],
  // One value a bucket, on scales that are linear.
  [/\b(?:self\.)?mode == 2\b/g, 'false'],
  [/\b(\w+\.)?distr == +1\b/g, 'true'],
  [/\b(\w+\.)?distr == +([2-9]|100)\b/g, 'false'],
  [/\b\w+\.distr >= 3\b/g, 'false'],
]

/** For esbuild. */
export const trimUplot: Plugin = {
  name: 'trim uPlot',
  setup(build) {
    build.onLoad({ filter: /uPlot\.esm\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8')
      for (const [found, instead] of changes) {
        if (contents.search(found) < 0) throw new Error(`uPlot has no ${found} any more: look at web/trim-uplot.ts`)
        contents = contents.replace(found, instead)
      }
      return { contents, loader: 'js' }
    })
  },
}
