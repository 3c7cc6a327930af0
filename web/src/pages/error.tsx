// Pages of errors: not found, not allowed, locked, a mistake of ours. Always with a way home.

import { errors } from '../../../src/rules/words/en/errors.ts'
import { start } from '../main.tsx'
import { CardPage } from '../parts/card-page.tsx'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'

function Problem() {
  return (
    <CardPage>
      {facts.message && <p>{facts.message}</p>}
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
