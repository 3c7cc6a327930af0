// The script of a site: when the last event came, warnings about those that come, the tracker configuration, and the
// snippet for its pages.
import { useState } from 'preact/hooks'
import type { Preset } from '../../../src/rules/presets.ts'
import { lookBackDays } from '../../../src/rules/windows.ts'
import { install } from '../../../src/rules/words/en/install.ts'
import { Snippets } from '../parts/install.tsx'
import { AddressSigns, ArrivalSigns, arrivalSentences, useSigns } from '../parts/signs.tsx'
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

/** Warnings about the site, and the kit that one of them asks for. */
function Warnings({ isWaiting, onKit }: { isWaiting: boolean; onKit: (kit: string) => void }) {
  const signs = useSigns(domain)
  if (!signs) return null
  return (
    <>
      <AddressSigns domain={domain} addresses={signs.addresses} onKit={onKit} />
      <ArrivalSigns sentences={arrivalSentences(signs, domain, isWaiting)} />
    </>
  )
}

export function View() {
  const { answer } = useAnswer(() => ask('GET', 'last-event'))
  const { answer: general } = useAnswer(() => ask('GET', 'general'))
  const [chosen, setChosen] = useState<Preset>()
  const preset = chosen ?? general?.preset
  const [wanted, setWanted] = useState(new URLSearchParams(location.search).get('kit') ?? '')
  const showKit = (kit: string) => {
    setWanted(kit)
    document.getElementById('kits')?.scrollIntoView()
  }
  return (
    <>
      {mayWrite && <Warnings isWaiting={answer?.last_event === null} onKit={showKit} />}
      <section class="card install" aria-labelledby="installation">
        <h2 id="installation">{install.title}</h2>
        {answer && <LastEvent last={answer.last_event} />}
        {preset && (preset === 'no_script' ? <p>{install.noScript}</p> : <Snippets domain={domain} />)}
      </section>
      {mayWrite && preset && <Kits isCounting={preset === 'no_script'} wanted={wanted} />}
      {mayWrite && preset && <Privacy preset={preset} onChange={setChosen} />}
    </>
  )
}
