// The lines above the numbers: a slow answer, a service that is away, a refusal, and the words of paper. Comes after
// the first numbers.
import { useEffect, useState } from 'preact/hooks'
import * as text from '../../../src/rules/words/en/dashboard.ts'
import { useOnDemand } from '../parts/on-demand.ts'
import { Said } from '../parts/said.tsx'
import { useDashboard } from '../state/dashboard.ts'
import { formatTime } from '../text/format.ts'
import { say } from '../text/say.ts'
import { PrintHead } from './paper.tsx'

const loadingMs = 2_000

/** A thin line if an answer takes long, and messages if the service is away or refuses. */
export function Status() {
  const { boxes, go, site, rights } = useDashboard()
  const [isLong, setLong] = useState(false)
  const isBusy = boxes.isBusy.value
  useEffect(() => {
    if (!isBusy) return setLong(false)
    const timer = setTimeout(() => setLong(true), loadingMs)
    return () => clearTimeout(timer)
  }, [isBusy])
  const since = boxes.offlineSince.value
  const totals = boxes.boxOf('totals').value
  const isRefused = totals.problem?.status === 400
  const Signs = useOnDemand(
    () => import('../parts/signs.tsx').then(({ DashboardSigns }) => DashboardSigns),
    rights.write && !site.is_consolidated,
  )
  return (
    <>
      {isLong && isBusy && (
        <div class="progress" role="progressbar" aria-label={text.loading}>
          <span />
        </div>
      )}
      <div role="status" class={since === null ? 'sr' : 'notice notice-warn offline'}>
        {since !== null && (
          <>
            {text.offline} <span class="soft">{say(text.asOf, { time: formatTime(totals.answer?.at ?? since) })}</span>
          </>
        )}
      </div>
      {isRefused && (
        <div class="notice notice-bad refused" role="alert">
          <p>
            <Said of={totals.problem} />
          </p>
          <button type="button" class="button" onClick={() => go({ filters: [], segment: null })}>
            {text.clearFilters}
          </button>
        </div>
      )}
      {Signs && <Signs domain={site.domain} />}
      <PrintHead />
    </>
  )
}
