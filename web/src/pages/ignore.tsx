// Keeps this browser out of the statistics of a site: its links open the site with the parameter that the script reads.

import * as words from '../../../src/rules/words/en/ignore.ts'
import { GLOBAL, IGNORE_KEY } from '../../../tracker/src/constants.ts'
import { start } from '../main.tsx'
import { CardPage } from '../parts/card-page.tsx'
import { facts } from '../service/facts.ts'
import { say } from '../text/say.ts'

const domain = facts.ignore?.domain ?? ''

/** The address of the site that tells the script to set the mark, to take it away, or only to show it. */
const siteAddress = (wanted: 'true' | 'false' | '') => `https://${domain}/?${IGNORE_KEY}=${wanted}`

function Ignore() {
  return (
    <CardPage>
      <p>{say(words.lead, { domain })}</p>
      <a class="button-main" href={siteAddress('true')}>
        {words.ignore}
      </a>
      <div class="row">
        <a class="button" href={siteAddress('false')}>
          {words.count}
        </a>
        <a class="button" href={siteAddress('')}>
          {words.show}
        </a>
      </div>
      <p class="soft">{say(words.hint, { domain, mark: GLOBAL })}</p>
      <p class="soft">{words.team}</p>
    </CardPage>
  )
}

start(<Ignore />, { width: 'narrow' })
