// Shared links with their passwords, and the code that puts a dashboard into another page.
import { useState } from 'preact/hooks'
import { passwordCharactersMin } from '../../../src/rules/maxima.ts'
import * as shared from '../../../src/rules/words/en/shared.ts'
import * as words from '../../../src/rules/words/en/sharing.ts'
import { lastView } from '../browser/last-view.ts'
import { Field, Form, PasswordField, Select } from '../parts/form.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { AskingButton, Card, Entries, Entry } from '../parts/section.tsx'
import { copy, isDone, toast } from '../parts/toast.tsx'
import { say } from '../text/say.ts'
import { ask, type Reply } from './ask.ts'
import { domain, hasFeature, useAnswer, type Values } from './kit.tsx'

type Link = Reply<'GET', 'shared-links'>['shared_links'][number]

function NewLink({ load }: { load: () => Promise<void> }) {
  // A new form is an empty one.
  const [count, setCount] = useState(0)
  async function add({ name = '', password }: Values): Promise<void> {
    await ask('POST', 'shared-links', { body: { name, ...(password ? { password } : {}) } })
    toast(words.made)
    setCount(count + 1)
    await load()
  }
  return (
    <Form key={count} onSend={add} isGuarded>
      {({ fields, isSending }) => (
        <>
          <Field name="name" label={words.name} error={fields['name']} autocomplete="off" />
          <PasswordField
            name="password"
            label={words.password}
            hint={say(words.optional, { least: passwordCharactersMin })}
            error={fields['password']}
            autocomplete="new-password"
          />
          <div>
            <button type="submit" class="button-main" aria-disabled={isSending}>
              {words.add}
            </button>
          </div>
        </>
      )}
    </Form>
  )
}

function NewPassword({ link, onClose }: { link: Link; onClose: () => void }) {
  async function save({ password }: Values): Promise<void> {
    await ask('PUT', 'shared-links/:id', { params: { id: link.id }, body: { password: password || null } })
    toast(shared.saved)
    onClose()
  }
  return (
    <FormDialog
      title={say(words.setPasswordOf, { name: link.name })}
      action={shared.save}
      onSend={save}
      onClose={onClose}
    >
      {(fields) => (
        <>
          {' '}
          <PasswordField
            name="password"
            label={words.newPassword}
            hint={words.newPasswordHint}
            error={fields['password']}
            autocomplete="new-password"
            isFocused
          />
        </>
      )}
    </FormDialog>
  )
}

function LinkEntry({ link, load }: { link: Link; load: () => Promise<void> }) {
  const { id, name, url, password_protected, badge } = link
  const [isSetting, setSetting] = useState(false)
  async function allow(isAllowed: boolean): Promise<void> {
    const changed = ask('PUT', 'shared-links/:id', { params: { id }, body: { badge: isAllowed } })
    if (await isDone(changed)) toast(shared.saved)
    await load()
  }
  async function remove(): Promise<void> {
    if (await isDone(ask('DELETE', 'shared-links/:id', { params: { id } }))) toast(words.removed)
    await load()
  }
  return (
    <Entry title={name} badge={password_protected ? words.hasPassword : badge && words.hasBadges} detail={url}>
      <button type="button" class="button" aria-label={say(words.copyOf, { name })} onClick={() => copy(url)}>
        {words.copy}
      </button>
      <button
        type="button"
        class="button"
        aria-label={say(words.setPasswordOf, { name })}
        onClick={() => setSetting(true)}
      >
        {words.setPassword}
      </button>
      {!password_protected && (
        <button
          type="button"
          class="button"
          aria-pressed={badge}
          aria-label={say(words.badgesOf, { name })}
          onClick={() => allow(!badge)}
        >
          {words.allowBadges}
        </button>
      )}
      <AskingButton
        label={words.remove}
        name={say(words.removeOf, { name })}
        question={say(words.removeAsk, { name })}
        lead={words.removeLead}
        onConfirm={remove}
      />
      {isSetting && (
        <NewPassword
          link={link}
          onClose={() => {
            setSetting(false)
            void load()
          }}
        />
      )}
    </Entry>
  )
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<"]/g, (sign) => escapes[sign] as string)

/** The code for another page: the dashboard as it was looked at last. */
function embedCode({ url }: Link, theme: string, width: string): string {
  const address = new URL(url)
  address.searchParams.set('embed', 'true')
  if (theme !== 'system') address.searchParams.set('theme', theme)
  if (width === 'full') address.searchParams.set('width', 'manual')
  const source = [address.href, lastView(domain)].filter(Boolean).join('&')
  const title = escapeHtml(say(words.frameTitle, { domain }))
  return `<iframe src="${escapeHtml(source)}" title="${title}" loading="lazy" width="100%" height="1600" style="border: 0"></iframe>`
}

function Embed({ links }: { links: readonly Link[] }) {
  const [id, setId] = useState(String(links[0]?.id))
  const [theme, setTheme] = useState('system')
  const [width, setWidth] = useState('own')
  const link = links.find((one) => String(one.id) === id) ?? links[0]
  if (!link) return null
  const code = embedCode(link, theme, width)
  return (
    <Card title={words.embed} lead={words.embedLead}>
      <Select
        name="link"
        label={words.embedLink}
        value={String(link.id)}
        options={links.map((one) => [String(one.id), one.name])}
        onChange={setId}
        hint={link.password_protected && words.passwordInFrames}
      />
      <Select
        name="theme"
        label={words.theme}
        value={theme}
        options={Object.entries(shared.themes)}
        onChange={setTheme}
      />
      <Select
        name="width"
        label={words.width}
        value={width}
        options={Object.entries(words.widths)}
        onChange={setWidth}
      />
      <pre class="secret">
        <code>{code}</code>
      </pre>
      <div>
        <button type="button" class="button" onClick={() => copy(code)}>
          {words.copyEmbed}
        </button>
      </div>
    </Card>
  )
}

/** The addresses of a badge and of a counter of a link that allows them. */
function Badges({ link: { url } }: { link: Link }) {
  const { origin, pathname, searchParams } = new URL(url)
  const base = `${origin}${pathname.replace(/\/share\/([^/]*)$/, '/badge/$1')}`
  const query = `auth=${searchParams.get('auth')}`
  const code = `<img alt="${escapeHtml(domain)}" src="${escapeHtml(`${base}.svg?${query}&period=30d`)}">`
  const counter = `${base}.json?${query}&period=30d`
  return (
    <Card title={words.badges} lead={words.badgesLead}>
      {[code, counter].map((text) => (
        <pre key={text} class="secret">
          <code>{text}</code>
        </pre>
      ))}
      <div class="row">
        <button type="button" class="button" onClick={() => copy(code)}>
          {words.copyBadge}
        </button>
        <button type="button" class="button" onClick={() => copy(counter)}>
          {words.copyCounter}
        </button>
      </div>
    </Card>
  )
}

export function View() {
  const { answer, load } = useAnswer(() => ask('GET', 'shared-links'))
  const links = answer?.shared_links
  const shown = links?.find(({ badge, password_protected }) => badge && !password_protected)
  return (
    <>
      <Card title={words.links} lead={words.linksLead}>
        <Entries rows={links} none={words.noLinks}>
          {(link) => <LinkEntry key={link.id} link={link} load={load} />}
        </Entries>
        {hasFeature('shared_links') ? <NewLink load={load} /> : <p class="soft">{words.noPlan}</p>}
      </Card>
      {links && links.length > 0 && <Embed links={links} />}
      {shown && <Badges link={shown} />}
    </>
  )
}
