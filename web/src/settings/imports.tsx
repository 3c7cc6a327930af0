// Imports: a file is sent and imported, what was brought is listed and taken away again, and rows are exported.

import { useEffect, useState } from 'preact/hooks'
import {
  type ImportSource,
  type ImportSourceName,
  importSourceOf,
  importSources,
} from '../../../src/rules/import-sources.ts'
import { storedBytesMax } from '../../../src/rules/stored-zip.ts'
import * as words from '../../../src/rules/words/en/imports.ts'
import { Checkbox, Field, FileField, Form, Select } from '../parts/form.tsx'
import { AskingButton, Card, Entries, Entry } from '../parts/section.tsx'
import { isDone, toast } from '../parts/toast.tsx'
import { at } from '../service/at.ts'
import { Refusal } from '../service/request.ts'
import { formatDay } from '../text/format.ts'
import { locales } from '../text/language.ts'
import { say } from '../text/say.ts'
import { ask, type Reply } from './ask.ts'
import { importWords } from './import-words.ts'
import { may, settingsApi, useAnswer } from './kit.tsx'
import { packFiles } from './pack-files.ts'
import { sendFile, type Upload } from './send-file.ts'

/** How often it is asked how far an import is. */
const pollMs = 1_000

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

function size(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const format = new Intl.NumberFormat(locales, {
    style: 'unit',
    unit: units[power] as string,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
  return format.format(bytes / 1_000 ** power)
}

const share = (part: number, whole: number): string =>
  new Intl.NumberFormat(locales, { style: 'percent' }).format(whole > 0 ? part / whole : 0)

type Answer = Reply<'GET', 'imports'>
type Import = Answer['imports'][number]

const askImports = () => ask('GET', 'imports')

const isMoving = ({ imports, uploads }: Answer): boolean =>
  uploads.some(({ state }) => state === 'waiting' || state === 'importing') ||
  imports.some(({ state }) => state === 'running' || state === 'deleting')

/** The lists, asked for again as long as something in them moves. */
function useImports(): { answer: Answer | undefined; load: () => Promise<void> } {
  const { answer: first, load: loadFirst } = useAnswer(askImports)
  const [newer, setNewer] = useState<Answer>()
  const answer = newer ?? first
  // Quietly: the page is not busy with what it only watches.
  const load = async (): Promise<void> => setNewer(await askImports())
  useEffect(() => {
    if (!answer || !isMoving(answer)) return
    const timer = setTimeout(() => void load().catch(() => setNewer({ ...answer })), pollMs)
    return () => clearTimeout(timer)
  }, [answer])
  return { answer, load: async () => (answer ? load() : loadFirst()) }
}

function detailOf(upload: Upload, isSending: boolean): string {
  const { state, phase, bytes, offset, bytes_done: done, events_done: count, message } = upload
  if (state === 'receiving')
    return say(isSending ? words.sending : words.sent, { part: size(offset), whole: size(bytes) })
  if (state === 'importing' && phase === 'checking') return say(words.checking, { share: share(done, bytes) })
  if (state === 'importing' && phase === 'importing') return say(words.importing, { share: share(done, bytes), count })
  if (state !== 'done') return message ?? ''
  return wholeWords(message ?? '').join('\n')
}

function wholeWords(message: string): readonly string[] {
  const { result, remarks } = importWords(message)
  return [result, ...remarks]
}

/** True for a file that its import says all about: the list of imports has it. */
const isTold = ({ state, message }: Upload): boolean =>
  state === 'done' && message !== null && importWords(message).remarks.length === 0

function UploadEntry({ upload, isSending, onEnd }: { upload: Upload; isSending: boolean; onEnd: () => void }) {
  const { name, state, bytes, offset, phase } = upload
  const isOver = state === 'done' || state === 'failed'
  const done = state === 'receiving' ? offset : upload.bytes_done
  return (
    <Entry title={name} badge={words.states[state]} detail={detailOf(upload, isSending)}>
      {!isOver && (
        <progress
          aria-label={say(words.progressOf, { name })}
          max={bytes}
          {...(state === 'receiving' || phase ? { value: done } : {})}
        />
      )}
      {state !== 'importing' && (
        <button
          type="button"
          class="button"
          aria-label={say(isOver ? words.dismissOf : words.cancelOf, { name })}
          onClick={onEnd}
        >
          {isOver ? words.dismiss : words.cancel}
        </button>
      )}
    </Entry>
  )
}

const isOther = (source: Import['source']): source is keyof typeof words.sources => source in words.sources

/** The product that an import came from. */
const productOf = (source: Import['source']): string =>
  isOther(source) ? words.sources[source] : (importSourceOf(source)?.product ?? source)

function ImportEntry({ one, onRemove }: { one: Import; onRemove: () => void }) {
  const { source, state, rows: count, first_day: first, last_day: last } = one
  const product = productOf(source)
  const name = one.name ?? product
  const days =
    first && last
      ? say(words.days, { first: formatDay(first, 'long'), last: formatDay(last, 'long') })
      : words.unknownDays
  const brought = importSourceOf(source)?.brings === 'sums' ? words.sums : words.events
  const rows = say(source === 'coverage' ? words.requests : brought, { count })
  return (
    <Entry title={name} badge={words.importStates[state] || (one.name ? product : '')} detail={`${days} · ${rows}`}>
      {may('delete_data') && one.can_delete && state !== 'deleting' && (
        <AskingButton
          label={words.remove}
          name={say(words.removeOf, { name })}
          question={say(words.removeAsk, { name })}
          lead={say(words.removeLead, { rows, days })}
          onConfirm={onRemove}
        />
      )}
    </Entry>
  )
}

/** The importer's message about the file, at its field. The service calls the field `bytes`. */
const atFile = (message: string): Refusal => new Refusal(400, message, { field: 'bytes' })

interface Sending {
  readonly control: AbortController
  readonly upload: Upload
}

interface SenderProps {
  readonly answer: Answer
  readonly onSending: (sending: Sending | undefined) => void
  readonly load: () => Promise<void>
}

/** Sends the file, or what is missing of it, and waits for its import; answers what it brought. */
async function bring(
  file: File,
  { kind, skip_invalid }: { kind: Upload['kind']; skip_invalid: boolean },
  { answer, onSending, load }: SenderProps,
): Promise<string | undefined> {
  const { name, size: bytes } = file
  const begun = answer.uploads.find(
    (one) => one.state === 'receiving' && one.name === name && one.bytes === bytes && one.kind === kind,
  )
  const announced = { kind, name, bytes, skip_invalid }
  let upload = begun ?? (await ask('POST', 'uploads', { body: announced }))
  const { id } = upload
  const control = new AbortController()
  try {
    const onProgress = (now: Upload): void => onSending({ control, upload: now })
    upload = await sendFile(id, file, { signal: control.signal, onProgress })
    await load()
    while (upload.state === 'waiting' || upload.state === 'importing') {
      await new Promise((resolve) => setTimeout(resolve, pollMs))
      upload = await ask('GET', 'uploads/:id', { params: { id } }).catch(() => upload)
    }
  } catch (error) {
    if (!control.signal.aborted) throw error
    return undefined
  } finally {
    onSending(undefined)
    await load()
  }
  if (upload.state === 'failed') throw atFile(upload.message ?? '')
  return upload.message ? wholeWords(upload.message).join('. ') : words.states.done
}

/** The one file to send: several files, and loose CSV files of an export of sums, go as a zip of them. */
async function fileOf(files: readonly File[], source: ImportSource, most: number): Promise<File> {
  const [file] = files
  if (!file) throw atFile(words.noFile)
  const bytes = files.reduce((sum, one) => sum + one.size, 0)
  const isCsv = /\.csv$/i.test(file.name)
  const isLoose = files.length > 1 || (source.name === 'plausible' && isCsv)
  const max = isLoose ? Math.min(most, storedBytesMax) : most
  if (bytes > max) throw atFile(say(words.fileTooLarge, { size: size(max) }))
  if (!isLoose) return file
  const name = files.length === 1 ? file.name : say(isCsv ? words.looseCsv : words.looseFiles, { count: files.length })
  return await packFiles(files, name).catch(() => {
    throw atFile(words.fileChanged)
  })
}

/** Facts that an import from this source does not bring, shown before it begins. */
function Losses({ source }: { source: ImportSource }) {
  if (source.loses.length === 0) return null
  return (
    <div>
      <p id="loses">{words.loses}</p>
      <ul aria-labelledby="loses">
        {source.loses.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

function Sender(props: SenderProps) {
  const [kind, setKind] = useState<ImportSourceName>('plausible')
  const [skips, setSkips] = useState(false)
  const [count, setCount] = useState(0)
  const [files, setFiles] = useState<readonly File[]>([])
  const { bytes_max: most } = props.answer
  const source = importSourceOf(kind)!

  async function send(): Promise<void> {
    const file = await fileOf(files, source, most)
    const message = await bring(file, { kind, skip_invalid: skips && source.hasLines }, props)
    if (message) toast(message)
    setFiles([])
    setCount(count + 1)
  }

  return (
    <Card title={words.title} lead={words.lead}>
      <Form key={count} onSend={send} isGuarded>
        {({ fields, isSending }) => (
          <>
            <Select
              name="kind"
              label={words.kind}
              value={kind}
              options={importSources.map(({ name, title }) => [name, title])}
              onChange={(value) => setKind(value as ImportSourceName)}
              isDisabled={isSending}
            />
            <FileField
              name="bytes"
              label={words.file}
              error={fields['bytes']}
              hint={say(words.fileHint, { file: source.file, size: size(most) })}
              isDisabled={isSending}
              isMultiple={source.isMany}
              onChoose={setFiles}
            />
            {source.hasLines && (
              <Checkbox label={words.skipInvalid} isChecked={skips} onChange={setSkips} isDisabled={isSending} />
            )}
            <Losses source={source} />
            <div>
              <button type="submit" class="button-main" aria-disabled={isSending}>
                {isSending ? words.uploading : words.upload}
              </button>
            </div>
          </>
        )}
      </Form>
    </Card>
  )
}

function Exporter() {
  const [what, setWhat] = useState('events')
  const [days, setDays] = useState<Readonly<Record<string, string>>>({})
  const query = new URLSearchParams({ what, ...days })
  const field = (name: 'from' | 'to', label: string) => (
    <Field
      name={name}
      label={label}
      type="date"
      {...(name === 'to' ? { hint: words.rangeHint } : {})}
      onInput={(day) => {
        const { [name]: _, ...others } = days
        setDays(day ? { ...others, [name]: day } : others)
      }}
    />
  )
  return (
    <Card title={words.exportTitle} lead={words.exportLead}>
      <div class="form">
        <Select name="what" label={words.what} value={what} options={Object.entries(words.whats)} onChange={setWhat} />
        {field('from', words.from)}
        {field('to', words.to)}
        <div>
          <a class="button" download href={at(settingsApi(`export?${query}`))}>
            {words.download}
          </a>
        </div>
      </div>
    </Card>
  )
}

/** The uploads of the answer, the one being sent as the sender knows it. */
function withSent(uploads: readonly Upload[], sent: Upload | undefined): readonly Upload[] {
  if (sent?.state !== 'receiving') return uploads
  return [sent, ...uploads.filter(({ id }) => id !== sent.id)]
}

export function View() {
  const { answer, load } = useImports()
  const [sending, setSending] = useState<Sending>()
  if (!answer) return null
  async function end({ id }: Upload): Promise<void> {
    if (sending?.upload.id === id) sending.control.abort()
    await isDone(ask('DELETE', 'uploads/:id', { params: { id } }))
    await load()
  }
  async function remove({ id }: Import): Promise<void> {
    if (await isDone(ask('DELETE', 'imports/:id', { params: { id } }))) toast(words.removed)
    await load()
  }
  const uploads = withSent(answer.uploads, sending?.upload).filter((one) => !isTold(one))
  return (
    <>
      <Sender answer={answer} onSending={setSending} load={load} />
      {uploads.length > 0 && (
        <Card title={words.underWay}>
          <Entries rows={uploads} name={words.underWay}>
            {(one) => (
              <UploadEntry key={one.id} upload={one} isSending={one === sending?.upload} onEnd={() => void end(one)} />
            )}
          </Entries>
        </Card>
      )}
      <Card title={words.past}>
        <Entries rows={answer.imports} none={words.none} name={words.past}>
          {(one) => <ImportEntry key={one.id} one={one} onRemove={() => void remove(one)} />}
        </Entries>
      </Card>
      <Exporter />
    </>
  )
}
