// Channels of a site: chats and webhooks that reports and notices go to. Where they lead is a secret once it is saved.
import { useState } from 'preact/hooks'
import {
  type ChannelField,
  type ChannelService,
  channelFields,
  channelServiceNames,
  channelServices,
} from '../../../src/rules/channel-services.ts'
import * as words from '../../../src/rules/words/en/channels.ts'
import * as reports from '../../../src/rules/words/en/reports.ts'
import { Field, PasswordField, Select } from '../parts/form.tsx'
import { FormDialog, SecretDialog } from '../parts/form-dialog.tsx'
import { AskingButton, Card, Entries, Entry } from '../parts/section.tsx'
import { isDone, refuse, toast } from '../parts/toast.tsx'
import { formatInstant } from '../text/format.ts'
import { say } from '../text/say.ts'
import { ask, type Reply } from './ask.ts'
import type { Values } from './kit.tsx'

export type Channel = Reply<'GET', 'reports'>['channels'][number]

/** The name of a channel, else the name of its service. */
export const channelName = ({ name, service }: Pick<Channel, 'name' | 'service'>): string =>
  name || words.services[service]

const isNeeded = (service: ChannelService, field: ChannelField): boolean =>
  (channelServices[service].needs as readonly ChannelField[]).includes(field)

/** The hint of a field. `isKept`: it has a value, which stays if nothing is typed. */
function hintOf(service: ChannelService, field: ChannelField, isKept: boolean): string {
  if (isKept) return words.changeHint
  const { example } = channelServices[service]
  if (field === 'token') return service === 'ntfy' ? words.tokenHint : ''
  if (field === 'chat') return words.chatHint
  return say(isNeeded(service, field) ? words.addressHint : words.serverHint, { example })
}

interface TargetFieldsProps {
  readonly service: ChannelService
  readonly fields: Readonly<Record<string, string>>
  readonly isKept?: boolean
}

const TargetFields = ({ service, fields, isKept = false }: TargetFieldsProps) => (
  <>
    {channelFields(service).map((field) => {
      const props = { name: field, label: words.fields[field], error: fields[field], autocomplete: 'off' as const }
      const hint = hintOf(service, field, isKept)
      return field === 'token' ? (
        <PasswordField key={field} {...props} hint={hint} autocomplete="new-password" />
      ) : (
        <Field key={field} {...props} hint={hint} />
      )
    })}
  </>
)

const targetOf = (service: ChannelService, values: Values): Partial<Record<ChannelField, string>> =>
  Object.fromEntries(channelFields(service).map((field) => [field, values[field] ?? '']))

const SigningSecret = ({ secret, title, onClose }: { secret: string; title: string; onClose: () => void }) => (
  <SecretDialog
    title={title}
    lead={words.secretMade}
    secret={secret}
    copyLabel={words.copySecret}
    doneLabel={words.done}
    onClose={onClose}
  />
)

function NewChannel({ onClose }: { onClose: () => void }) {
  const [service, setService] = useState<ChannelService>('slack')
  const [secret, setSecret] = useState('')
  async function add(values: Values): Promise<void> {
    const body = { service, name: values['name'] ?? '', ...targetOf(service, values) }
    const made = await ask('POST', 'channels', { body })
    toast(words.added)
    if (made.secret === null) onClose()
    else setSecret(made.secret)
  }
  if (secret) return <SigningSecret secret={secret} title={words.add} onClose={onClose} />
  return (
    <FormDialog title={words.add} action={words.add} onSend={add} onClose={onClose}>
      {(fields) => (
        <>
          <Select
            name="service"
            label={words.service}
            value={service}
            options={channelServiceNames.map((name) => [name, words.services[name]])}
            onChange={(name) => setService(name as ChannelService)}
            hint={words.help[service]}
          />
          <TargetFields key={service} service={service} fields={fields} />
          <Field name="name" label={words.name} hint={words.optional} error={fields['name']} autocomplete="off" />
        </>
      )}
    </FormDialog>
  )
}

function ChangeChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { id, service, name } = channel
  async function save(values: Values): Promise<void> {
    await ask('PUT', 'channels/:id', {
      params: { id },
      body: { name: values['name'] ?? '', ...targetOf(service, values) },
    })
    toast(words.saved)
    onClose()
  }
  return (
    <FormDialog
      title={say(words.changeOf, { name: channelName(channel) })}
      action={words.save}
      onSend={save}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <Field name="name" label={words.name} start={name} error={fields['name']} autocomplete="off" />
          <TargetFields service={service} fields={fields} isKept />
        </>
      )}
    </FormDialog>
  )
}

/** Sends the weekly report as it would arrive now. */
function TestButton({ channel, load }: { channel: Channel; load: () => Promise<void> }) {
  const [isSending, setSending] = useState(false)
  const name = channelName(channel)
  async function send(): Promise<void> {
    if (isSending) return
    setSending(true)
    try {
      const { failure } = await ask('POST', 'channels/:id/test', { params: { id: channel.id } })
      if (failure === null) toast(say(words.testSent, { name }))
      else refuse(say(reports.testFailed, { failure }))
      await load()
    } catch (error) {
      refuse(error)
    }
    setSending(false)
  }
  return (
    <button
      type="button"
      class="button"
      aria-label={say(words.testOf, { name })}
      aria-disabled={isSending}
      onClick={send}
    >
      {reports.sendTest}
    </button>
  )
}

function SecretButton({ channel }: { channel: Channel }) {
  const [secret, setSecret] = useState('')
  const name = channelName(channel)
  async function renew(): Promise<void> {
    try {
      setSecret((await ask('POST', 'channels/:id/secret', { params: { id: channel.id } })).secret)
    } catch (error) {
      refuse(error)
    }
  }
  return (
    <>
      <AskingButton
        label={words.secret}
        name={say(words.secretOf, { name })}
        question={say(words.secretAsk, { name })}
        lead={words.secretLead}
        onConfirm={renew}
      />
      {secret && <SigningSecret secret={secret} title={say(words.secretOf, { name })} onClose={() => setSecret('')} />}
    </>
  )
}

/** Why nothing is sent, or why the last message did not arrive. */
function Trouble({ channel }: { channel: Channel }) {
  const { broken_at: broken, failed_at: failed, failure } = channel
  const name = channelName(channel)
  const at = broken ?? failed
  if (!at) return null
  const gaps = { name, address: name, time: formatInstant(at), failure: failure ?? '' }
  return <p class="notice notice-bad">{say(broken ? words.brokenLead : reports.failed, gaps)}</p>
}

function ChannelEntry({ channel, load }: { channel: Channel; load: () => Promise<void> }) {
  const { id, service, hint, broken_at: broken } = channel
  const name = channelName(channel)
  const [isChanging, setChanging] = useState(false)
  async function remove(): Promise<void> {
    if (await isDone(ask('DELETE', 'channels/:id', { params: { id } }))) toast(words.removed)
    await load()
  }
  const detail = name === words.services[service] ? hint : `${words.services[service]} · ${hint}`
  return (
    <Entry title={name} badge={broken !== null && words.broken} detail={detail}>
      <TestButton channel={channel} load={load} />
      {'isSigned' in channelServices[service] && <SecretButton channel={channel} />}
      <button type="button" class="button" aria-label={say(words.changeOf, { name })} onClick={() => setChanging(true)}>
        {words.change}
      </button>
      <AskingButton
        label={words.remove}
        name={say(words.removeOf, { name })}
        question={say(words.removeAsk, { name })}
        lead={words.removeLead}
        onConfirm={remove}
      />
      {isChanging && (
        <ChangeChannel
          channel={channel}
          onClose={() => {
            setChanging(false)
            void load()
          }}
        />
      )}
    </Entry>
  )
}

export function Channels({ channels, load }: { channels: readonly Channel[]; load: () => Promise<void> }) {
  const [isAdding, setAdding] = useState(false)
  return (
    <Card title={words.channels} lead={words.lead}>
      {channels.map((channel) => (
        <Trouble key={channel.id} channel={channel} />
      ))}
      <Entries rows={channels} none={words.none} name={words.channels}>
        {(channel) => <ChannelEntry key={channel.id} channel={channel} load={load} />}
      </Entries>
      <div>
        <button type="button" class="button" onClick={() => setAdding(true)}>
          {words.add}
        </button>
      </div>
      {isAdding && (
        <NewChannel
          onClose={() => {
            setAdding(false)
            void load()
          }}
        />
      )}
    </Card>
  )
}
