// Pages of errors: not found, not allowed, locked, a mistake of ours. Always with a way home.

import { errors } from '../../../src/rules/words/en/errors.ts'
import { start } from '../main.tsx'
import { CardPage } from '../parts/card-page.tsx'
import { Said } from '../parts/said.tsx'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { language } from '../text/language.ts'

const reasons: Readonly<Record<string, string>> = errors.reasons

/** Why there is no other page: in English the API's sentence, in other languages the sentence of its code, if any. */
function Reason() {
  const { message, told, status } = facts
  if (language === 'en') return message ? <p>{message}</p> : null
  if (!told) return null
  const own = reasons[told.code]
  return <p>{own ?? <Said of={{ status, message: '', ...told }} />}</p>
}

function Problem() {
  return (
    <CardPage>
      <Reason />
      {facts.status === 404 && facts.user && <p class="soft">{errors.notYours}</p>}
      <div class="row">
        <a class="button-main" href={at(facts.user ? '/sites' : '/')}>
          {facts.user ? errors.toSites : errors.toStart}
        </a>
        {facts.status >= 500 && (
          <button type="button" class="button" onClick={() => location.reload()}>
            {errors.again}
          </button>
        )}
      </div>
    </CardPage>
  )
}

start(<Problem />, { width: 'narrow' })
