// The script of a site: when the last event came, the tracker configuration, and the snippet for its pages.
import { useState } from 'preact/hooks'
import type { Preset } from '../../../src/rules/presets.ts'
import { lookBackDays } from '../../../src/rules/windows.ts'
import { install } from '../../../src/rules/words/en/install.ts'
import { Snippets } from '../parts/install.tsx'
import { formatInstant } from '../text/format.ts'
import { say } from '../text/say.ts'
import { ask, type Reply } from './ask.ts'
import { domain, may, useAnswer } from './kit.tsx'
import { Kits } from './kits-card.tsx'
import { Privacy } from './privacy-card.tsx'

const mayWrite = may('write_site')

/** The newest event: the script works, or did. */
function LastEvent({ last }: { last: Reply<'GET', 'last-event'>['last_event'] }) {
  if (!last) return <p>{say(install.lastNone, { days: lookBackDays })}</p>
  const page = `${last.hostname}${last.pathname}`
  return (
    <p>
      <bdi>{say(install.last, { time: formatInstant(last.at), page })}</bdi>
    </p>
  )
}

export function View() {
  const { answer } = useAnswer(() => ask('GET', 'last-event'))
  const { answer: general } = useAnswer(() => ask('GET', 'general'))
  const [chosen, setChosen] = useState<Preset>()
  const preset = chosen ?? general?.preset
  return (
    <>
      <section class="card install" aria-labelledby="installation">
        <h2 id="installation">{install.title}</h2>
        {answer && <LastEvent last={answer.last_event} />}
        {preset && (preset === 'no_script' ? <p>{install.noScript}</p> : <Snippets domain={domain} />)}
      </section>
      {mayWrite && preset && <Kits isCounting={preset === 'no_script'} />}
      {mayWrite && preset && <Privacy preset={preset} onChange={setChosen} />}
    </>
  )
}
