// Recipients of the site's numbers: a form a kind of report or notice.

import { useState } from 'preact/hooks'
import { hoursOf, isNotice, type ReportKind, reportHour, reportTime } from '../../../src/rules/report-kinds.ts'
import * as words from '../../../src/rules/words/en/reports.ts'
import { Field, Form, Lines } from '../parts/form.tsx'
import { Card } from '../parts/section.tsx'
import { refuse, toast } from '../parts/toast.tsx'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { formatInstant } from '../text/format.ts'
import { say } from '../text/say.ts'
import { ask, type Reply } from './ask.ts'
import { domain, readNumber, useAnswer, type Values } from './kit.tsx'

/** Adds the reader's own address to the lines, which the form then saves. */
function AddMe({ kind }: { kind: string }) {
  const email = facts.user?.email ?? ''
  return (
    <button
      type="button"
      class="button"
      aria-label={say(words.addMeOf, { kind })}
      onClick={({ currentTarget }) => {
        const field = currentTarget.form?.elements.namedItem('recipients')
        if (!(field instanceof HTMLTextAreaElement)) return
        const lines = field.value.split('\n').filter((line) => line.trim() !== '')
        const isThere = lines.some((line) => line.trim().toLowerCase() === email.toLowerCase())
        field.value = (isThere ? lines : [...lines, email]).join('\n')
        field.form?.dispatchEvent(new Event('input'))
        field.form?.requestSubmit()
      }}
    >
      {words.addMe}
    </button>
  )
}

type Told = Reply<'GET', 'reports'>['reports'][number]

const dayHours = 24

/** The numbers that words of a kind name. */
function gapsOf(kind: ReportKind): Readonly<Record<string, string | number>> {
  const hours = hoursOf(kind)
  const rest = hours?.rest ?? 0
  const often = rest === dayHours ? words.rests.day : say(words.rests.hours, { count: rest })
  return { ...hours, often, hour: reportHour, clock: reportTime }
}

/** Sends the message as it would arrive now to the reader's own address. */
function SendTest({ kind, title }: { kind: ReportKind; title: string }) {
  const [isSending, setSending] = useState(false)
  async function send(): Promise<void> {
    if (isSending) return
    setSending(true)
    try {
      const { address, failure } = await ask('POST', 'reports/:kind/test', { params: { kind } })
      if (failure === null) toast(say(words.testSent, { address }))
      else refuse(say(words.testFailed, { failure }))
    } catch (error) {
      refuse(error)
    }
    setSending(false)
  }
  return (
    <button
      type="button"
      class="button"
      aria-label={say(words.sendTestOf, { kind: title })}
      aria-disabled={isSending}
      onClick={send}
    >
      {words.sendTest}
    </button>
  )
}

interface KindProps {
  readonly told: Told
  readonly sendsMail: boolean
  readonly load: () => Promise<void>
}

/** The recipients that a report did not reach, with the reason. */
const Failures = ({ recipients }: Pick<Told, 'recipients'>) => (
  <>
    {recipients.map(
      ({ address, failed_at, failure }) =>
        failed_at && (
          <p key={address} class="notice notice-bad">
            {say(words.failed, { address, time: formatInstant(failed_at), failure: failure ?? '' })}
          </p>
        ),
    )}
  </>
)

const Preview = ({ kind, title }: { kind: ReportKind; title: string }) => (
  <a
    href={at(`/sites/${encodeURIComponent(domain)}/settings/reports/${kind}`)}
    target="_blank"
    rel="noopener"
    aria-label={say(words.previewOf, { kind: title })}
  >
    {words.preview}
  </a>
)

function Kind({ told, sendsMail, load }: KindProps) {
  const { kind, threshold, recipients } = told
  const [title, lead] = words.kinds[kind]
  // Reports go by mail alone.
  const isClosed = !sendsMail && !isNotice(kind)
  async function save(values: Values): Promise<void> {
    const addresses = (values['recipients'] ?? '').split(/[\n,]/).filter((line) => line.trim() !== '')
    await ask('PUT', 'reports/:kind', {
      params: { kind },
      body: {
        recipients: addresses,
        ...(threshold !== null && { threshold: readNumber(values['threshold'] ?? '') }),
      },
    })
    toast(words.saved)
    await load()
  }
  return (
    <Card title={title} lead={say(lead, gapsOf(kind))}>
      <Failures recipients={recipients} />
      {isClosed && <p class="notice">{words.noMailReports}</p>}
      <Form onSend={save} isGuarded>
        {({ fields, isSending }) => (
          <fieldset class="form" disabled={isClosed} aria-label={title}>
            {isNotice(kind) && (
              <Field
                name="threshold"
                label={say(words.thresholds[kind], gapsOf(kind))}
                start={String(threshold)}
                error={fields['threshold']}
                autocomplete="off"
              />
            )}
            <Lines
              name="recipients"
              label={words.recipients}
              hint={threshold === null ? words.recipientsHint : words.recipientsOrWebhooksHint}
              start={recipients.map(({ address }) => address).join('\n')}
              error={fields['recipients']}
            />
            <div class="row">
              <button type="submit" class="button-main" aria-disabled={isSending}>
                {words.save}
              </button>
              {!recipients.some(({ address }) => address.toLowerCase() === facts.user?.email.toLowerCase()) && (
                <AddMe kind={title} />
              )}
              {sendsMail && <SendTest kind={kind} title={title} />}
              <Preview kind={kind} title={title} />
            </div>
          </fieldset>
        )}
      </Form>
    </Card>
  )
}

/** Without mail the kinds that still work come first. */
const inOrder = ({ reports, sends_mail }: Reply<'GET', 'reports'>): readonly Told[] =>
  sends_mail ? reports : [...reports].sort((a, b) => Number(isNotice(b.kind)) - Number(isNotice(a.kind)))

export function View() {
  const { answer, load } = useAnswer(() => ask('GET', 'reports'))
  return (
    <div class="stack">
      {answer && !answer.sends_mail && <p class="notice">{words.noMail}</p>}
      {answer &&
        inOrder(answer).map((told) => <Kind key={told.kind} told={told} sendsMail={answer.sends_mail} load={load} />)}
    </div>
  )
}
