// The audit log of the site or of its team: filters, pages of records, and all of it as CSV.
import { useEffect, useState } from 'preact/hooks'
import type { AuditKind } from '../../../src/rules/audit-kinds.ts'
import * as words from '../../../src/rules/words/en/audit-log.ts'
import { pages } from '../../../src/rules/words/en/settings.ts'
import { Select } from '../parts/form.tsx'
import { Card, Entries } from '../parts/section.tsx'
import { refuse } from '../parts/toast.tsx'
import { at } from '../service/at.ts'
import { request } from '../service/request.ts'
import { formatInstant } from '../text/format.ts'
import { say } from '../text/say.ts'
import { domain } from './kit.tsx'

const path = '/api/v1/sites/audit-log'
const pageSize = '50'

const load = (query: URLSearchParams) => request('GET', `${path}?${query}`)
type Log = Awaited<ReturnType<typeof load>>
type Record = Log['audit_log'][number]

/** A question to the log: its filters, and a place in it. Empty values ask for nothing. */
interface Asked {
  readonly scope: string
  readonly kind: string
  readonly by: string
  readonly after: string
  readonly before: string
}
const newest = { after: '', before: '' }

const queryOf = (asked: Partial<Asked>): URLSearchParams =>
  new URLSearchParams(Object.entries({ site_id: domain, ...asked }).filter(([, value]) => value))

const authorOf = ({ by_kind, by_name: name, by_detail: detail }: Record): string =>
  say(words.by[by_kind], { name, detail })

/** A value for people: texts as they are, the rest as JSON. */
const shown = (value: unknown): string =>
  value === undefined || value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value)

/** The values before and after a change, by name. */
function Values({ before, after }: Record) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return null
  return (
    <details>
      <summary>{words.values}</summary>
      <div class="scroll-x">
        <table class="entry-table">
          <thead>
            <tr>
              <th scope="col" />
              <th scope="col">{words.before}</th>
              <th scope="col">{words.after}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  <bdi>{shown(before?.[name])}</bdi>
                </td>
                <td>
                  <bdi>{shown(after?.[name])}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function Change({ record, isOfTeam }: { record: Record; isOfTeam: boolean }) {
  const { at: time, kind, subject, site } = record
  const detail = [formatInstant(time), authorOf(record), isOfTeam ? site : null].filter(Boolean).join(' · ')
  return (
    <li class="entry">
      <div class="grow">
        <p>
          <strong>{words.kinds[kind]}</strong> {subject && <bdi>{subject}</bdi>}
          <span class="entry-detail">{detail}</span>
        </p>
        <Values {...record} />
      </div>
    </li>
  )
}

interface FilterProps {
  readonly asked: Asked
  readonly log: Log | undefined
  readonly onChange: (change: Partial<Asked>) => void
}

function Filters({ asked, log, onChange }: FilterProps) {
  const kinds: [string, string][] = (log?.kinds ?? [])
    .map((kind: AuditKind): [string, string] => [kind, words.kinds[kind]])
    .sort(([, a], [, b]) => a.localeCompare(b))
  const people = (log?.people ?? []).map((name): [string, string] => [name, name])
  return (
    <div class="row">
      <Select
        name="scope"
        label={words.scope}
        value={asked.scope}
        options={Object.entries(words.scopes)}
        onChange={(scope) => onChange({ scope, kind: '', by: '' })}
      />
      <Select
        name="kind"
        label={words.kind}
        value={asked.kind}
        options={[['', words.allKinds], ...kinds]}
        onChange={(kind) => onChange({ kind })}
      />
      <Select
        name="by"
        label={words.person}
        value={asked.by}
        options={[['', words.everyone], ...people]}
        onChange={(by) => onChange({ by })}
      />
    </div>
  )
}

export function View() {
  const [asked, setAsked] = useState<Asked>({ scope: 'site', kind: '', by: '', ...newest })
  const [log, setLog] = useState<Log>()
  useEffect(() => {
    let isLatest = true
    load(queryOf({ ...asked, limit: pageSize } as Asked)).then((answer) => isLatest && setLog(answer), refuse)
    return () => {
      isLatest = false
    }
  }, [asked])
  const { after, before } = log?.meta ?? { after: null, before: null }
  const { scope, kind, by } = asked
  return (
    <Card title={pages['audit-log']} lead={log && say(words.lead, { days: log.kept_days })}>
      <Filters asked={asked} log={log} onChange={(change) => setAsked({ ...asked, ...newest, ...change })} />
      <Entries rows={log?.audit_log} none={kind || by ? words.noMatch : words.none} name={pages['audit-log']}>
        {(record) => <Change key={record.id} record={record} isOfTeam={scope === 'team'} />}
      </Entries>
      <div class="row">
        {before && (
          <button type="button" class="button" onClick={() => setAsked({ ...asked, after: '', before })}>
            {words.newer}
          </button>
        )}
        {after && (
          <button type="button" class="button" onClick={() => setAsked({ ...asked, before: '', after })}>
            {words.older}
          </button>
        )}
        <a class="button" href={at(`${path}/csv?${queryOf({ scope, kind, by })}&bom=true`)} download>
          {words.csv}
        </a>
      </div>
    </Card>
  )
}
