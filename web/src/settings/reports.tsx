// Channels of the site, and recipients of its numbers: a form a kind of report or notice.

import { useState } from 'preact/hooks'
import { hoursOf, isNotice, isReport, type ReportKind, reportTimes } from '../../../src/rules/report-kinds.ts'
import * as words from '../../../src/rules/words/en/reports.ts'
import { Checkbox, Field, Form, Lines, Select } from '../parts/form.tsx'
import { Card } from '../parts/section.tsx'
import { refuse, toast } from '../parts/toast.tsx'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { formatInstant, wholeNumber } from '../text/format.ts'
import { locales } from '../text/language.ts'
import { say } from '../text/say.ts'
import { ask, type Reply } from './ask.ts'
import { type Channel, Channels, channelName } from './channels.tsx'
import { domain, readNumber, useAnswer, type Values } from './kit.tsx'
import { NoticeRules } from './notice-rules.tsx'

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
  return { ...hours, often }
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
  readonly channels: readonly Channel[]
  readonly sendsMail: boolean
  readonly load: () => Promise<void>
}

/** The addresses that a report did not reach, with the reason. Channels say theirs by themselves. */
const Failures = ({ recipients }: Pick<Told, 'recipients'>) => (
  <>
    {recipients.map(
      ({ address, channel, failed_at, failure }) =>
        failed_at &&
        channel === null && (
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

// A Monday, in UTC.
const monday = Date.UTC(2024, 0, 1)
const dayMs = 86_400_000
const weekdays = new Intl.DateTimeFormat(locales, { weekday: 'long', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat(locales, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
const clockOf = (hour: number): string => clock.format(monday + hour * 3_600_000)

/** Day and hour of a report. */
function Times({ told }: { told: Told }) {
  const { kind } = told
  const [day, setDay] = useState(String(told.day))
  const [hour, setHour] = useState(String(told.hour))
  if (!isReport(kind)) return null
  const days = Array.from({ length: reportTimes[kind].days }, (_, index) => index + 1)
  const isWeekly = kind === 'weekly'
  return (
    <div class="row">
      <Select
        name="day"
        label={isWeekly ? words.weekday : words.monthDay}
        value={day}
        options={days.map((one) => [
          String(one),
          isWeekly ? weekdays.format(monday + (one - 1) * dayMs) : wholeNumber(one),
        ])}
        onChange={setDay}
      />
      <Select
        name="hour"
        label={words.time}
        value={hour}
        options={Array.from({ length: 24 }, (_, one) => [String(one), clockOf(one)])}
        onChange={setHour}
      />
    </div>
  )
}

const boxName = (id: number): string => `channel-${id}`

/** The channels that get a kind, to be ticked. */
function ChosenChannels({ channels, told }: Pick<KindProps, 'channels' | 'told'>) {
  const [chosen, setChosen] = useState(() => new Set(told.recipients.map(({ channel }) => channel)))
  if (channels.length === 0) return null
  return (
    <fieldset class="form">
      <legend>{words.channels}</legend>
      {channels.map((channel) => (
        <Checkbox
          key={channel.id}
          name={boxName(channel.id)}
          label={`${channelName(channel)} · ${channel.hint}`}
          isChecked={chosen.has(channel.id)}
          onChange={(isChecked) => {
            const next = new Set(chosen)
            if (isChecked) next.add(channel.id)
            else next.delete(channel.id)
            setChosen(next)
          }}
        />
      ))}
    </fieldset>
  )
}

/** The recipients and times of a form, as the service takes them. */
const bodyOf = (values: Values, { told, channels }: Pick<KindProps, 'told' | 'channels'>) => ({
  recipients: (values['recipients'] ?? '').split(/[\n,]/).filter((line) => line.trim() !== ''),
  channels: channels.map(({ id }) => id).filter((id) => values[boxName(id)] !== undefined),
  ...(told.threshold !== null && { threshold: readNumber(values['threshold'] ?? '') as number }),
  ...(told.day !== null && { day: Number(values['day']), hour: Number(values['hour']) }),
})

function Kind({ told, channels, sendsMail, load }: KindProps) {
  const { kind, threshold, recipients } = told
  const [title, lead] = words.kinds[kind]
  // Nothing would ever come. A notice can still be given a webhook.
  const isClosed = !sendsMail && channels.length === 0 && isReport(kind)
  const emails = recipients.flatMap(({ address, channel }) => (channel === null ? [address] : []))
  async function save(values: Values): Promise<void> {
    await ask('PUT', 'reports/:kind', { params: { kind }, body: bodyOf(values, { told, channels }) })
    toast(words.saved)
    await load()
  }
  return (
    <Card title={title} lead={say(lead, gapsOf(kind))}>
      <Failures recipients={recipients} />
      {isClosed && <p class="notice">{words.noWay}</p>}
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
            <Times told={told} />
            <Lines
              // A pasted address is a channel by now.
              key={emails.join()}
              name="recipients"
              label={words.recipients}
              hint={words.recipientsOrWebhooksHint}
              start={emails.join('\n')}
              error={fields['recipients']}
            />
            <ChosenChannels key={channels.map(({ id }) => id).join()} channels={channels} told={told} />
            <div class="row">
              <button type="submit" class="button-main" aria-disabled={isSending}>
                {words.save}
              </button>
              {sendsMail && !emails.some((address) => address.toLowerCase() === facts.user?.email.toLowerCase()) && (
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

/** While neither mail nor a channel could bring reports, the kinds that can be set come first. */
const inOrder = ({ reports, channels, sends_mail }: Reply<'GET', 'reports'>): readonly Told[] =>
  sends_mail || channels.length > 0
    ? reports
    : [...reports].sort((a, b) => Number(isNotice(b.kind)) - Number(isNotice(a.kind)))

export function View() {
  const { answer, load } = useAnswer(() => ask('GET', 'reports'))
  return (
    <div class="stack">
      {answer && !answer.sends_mail && <p class="notice">{words.noMail}</p>}
      {answer && <Channels channels={answer.channels} load={load} />}
      {answer &&
        inOrder(answer).map((told) => (
          <Kind key={told.kind} told={told} channels={answer.channels} sendsMail={answer.sends_mail} load={load} />
        ))}
      {answer && <NoticeRules />}
    </div>
  )
}
