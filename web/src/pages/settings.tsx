// Settings of a site: the list of pages, and the page that the address names.
import { useState } from 'preact/hooks'
import { facts } from '../facts.ts'
import { dashboardPath, settingsPath } from '../links.ts'
import { CommandLine } from '../parts/card-page.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field, Form } from '../parts/form.tsx'
import { Snippets } from '../parts/install.tsx'
import { toast, toastNext } from '../parts/toast.tsx'
import { Refusal, request } from '../request.ts'
import { settingsPages } from '../settings-pages.ts'
import { startSignedIn } from '../signed-in.tsx'
import { install } from '../text/en/install.ts'
import * as words from '../text/en/settings.ts'
import * as shared from '../text/en/shared.ts'
import { say } from '../text/say.ts'

const domain = facts.site?.domain ?? ''
const sitePath = `/api/v1/sites/${encodeURIComponent(domain)}`
const mayDelete = facts.site?.role === 'owner' || facts.site?.role === 'admin'

async function save(values: Readonly<Record<string, string>>): Promise<void> {
  const site = await request<{ domain: string }>('PUT', sitePath, { domain: values['domain'] })
  if (site.domain === domain) return toast(shared.saved)
  toastNext(shared.saved)
  location.replace(settingsPath(site.domain, 'general'))
}

async function remove({ typed }: Readonly<Record<string, string>>): Promise<void> {
  const question = say(words.typeDomain, { domain })
  if (typed?.trim() !== domain) throw new Refusal(0, question, { typed: question })
  await request('DELETE', sitePath)
  toastNext(say(words.deleted, { domain }))
  location.assign('/sites')
}

function Delete({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.deleteTitle} onClose={onClose}>
      <p>{words.deleteLead}</p>
      <Form onSend={remove}>
        {({ fields, isSending }) => (
          <>
            <Field
              name="typed"
              label={say(words.typeDomain, { domain })}
              error={fields['typed']}
              autocomplete="off"
              isFocused
            />
            <div class="dialog-foot">
              <button type="button" class="button" onClick={onClose}>
                {shared.cancel}
              </button>
              <button type="submit" class="button-bad" aria-disabled={isSending}>
                {words.deleteSite}
              </button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  )
}

function General() {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <section class="card section" aria-labelledby="general">
        <h2 id="general">{words.pages.general}</h2>
        <Form onSend={save}>
          {({ fields, isSending }) => (
            <>
              <Field
                name="domain"
                label={words.domain}
                hint={words.domainHint}
                start={domain}
                error={fields['domain']}
                autocomplete="off"
              />
              <p>
                <span class="soft">{words.timezone}: </span>
                {facts.site?.timezone}
              </p>
              <div>
                <button type="submit" class="button-main" aria-disabled={isSending}>
                  {shared.save}
                </button>
              </div>
            </>
          )}
        </Form>
      </section>
      {mayDelete && (
        <section class="card section" aria-labelledby="delete">
          <h2 id="delete">{words.deleteTitle}</h2>
          <p class="soft">{words.deleteLead}</p>
          <div>
            <button type="button" class="button-bad" onClick={() => setDeleting(true)}>
              {words.deleteSite}
            </button>
          </div>
          {isDeleting && <Delete onClose={() => setDeleting(false)} />}
        </section>
      )}
    </>
  )
}

function Installation() {
  return (
    <section class="card install" aria-labelledby="installation">
      <h2 id="installation">{install.title}</h2>
      <Snippets domain={domain} />
    </section>
  )
}

function Elsewhere() {
  return (
    <section class="card section">
      <p>{words.elsewhere}</p>
      <CommandLine text="tidemark help" />
    </section>
  )
}

const views: Readonly<Record<string, () => preact.JSX.Element>> = { general: General, installation: Installation }

function Settings() {
  const page = facts.settings_page ?? ''
  const View = views[page] ?? Elsewhere
  return (
    <div class="stack">
      <div class="page-head settings-head">
        <h1>{facts.heading}</h1>
        <a href={dashboardPath(domain)}>{words.back}</a>
      </div>
      <nav class="row settings-pages" aria-label={words.navigation}>
        {settingsPages.map((one) => (
          <a
            key={one}
            class="button-quiet"
            href={settingsPath(domain, one)}
            aria-current={one === page ? 'page' : undefined}
          >
            {words.pages[one]}
          </a>
        ))}
      </nav>
      <View />
    </div>
  )
}

startSignedIn(<Settings />, { width: 'narrow' })
