// A column of a journey: what visits may begin with, or what came one step after or before.

import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import EllipsisVertical from 'lucide/dist/esm/icons/ellipsis-vertical.mjs'
import File from 'lucide/dist/esm/icons/file.mjs'
import Flag from 'lucide/dist/esm/icons/flag.mjs'
import Folder from 'lucide/dist/esm/icons/folder.mjs'
import Zap from 'lucide/dist/esm/icons/zap.mjs'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { JourneyAnswer } from '../../../../src/http/contracts/stats.ts'
import * as words from '../../../../src/rules/words/en/dashboard.ts'
import { retry, timeout } from '../../../../src/rules/words/en/dialogs.ts'
import * as text from '../../../../src/rules/words/en/journeys.ts'
import { type AskJourney, type Column, useColumn } from '../../data/journeys.ts'
import { Icon } from '../../parts/icon.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Said } from '../../parts/said.tsx'
import { useDashboard } from '../../state/dashboard.ts'
import { isSameStep, type JourneyBody, type JourneyRow, type JourneyStep, stepOf } from '../../state/journey.ts'
import { showValue, visible } from '../../state/words.ts'
import { say } from '../../text/say.ts'
import { Figure, Label } from '../panels/cells.tsx'
import { goalEntry } from '../panels/goal-item.ts'

const pageRows = 10
const folderRows = 100
const searchMs = 200
const icons = { page: File, folder: Folder, event: Zap, goal: Flag }

const kindOf = (row: JourneyRow): keyof typeof icons =>
  row.pages !== undefined || row.page?.endsWith('/**') ? 'folder' : stepOf(row).kind

interface RowProps {
  readonly row: JourneyRow
  /** The largest share of the column: its bar is full. */
  readonly top: number
  readonly isChosen: boolean
  /** Undefined: there can be no further step. */
  readonly onChoose?: (() => void) | undefined
  /** Shows or hides the pages of a folder. */
  readonly onOpen?: (() => void) | undefined
  readonly isOpen?: boolean
  readonly isInFolder?: boolean
}

const barOf = (share: number | null, top: number) => ({
  '--share': `${top > 0 ? Math.min(100, ((share ?? 0) / top) * 100).toFixed(2) : 0}%`,
})

/** Visits and their share of the step before. Their visitors are named on hover. */
function Numbers({ visitors, visits, share }: Pick<JourneyRow, 'visitors' | 'visits' | 'share'>) {
  const shown = showValue('visits', visits)
  return (
    <>
      <td class="num" title={`${shown.full} · ${say(text.visitorCount, { count: visitors })}`}>
        <Figure shown={shown} />
      </td>
      <td class="num">{showValue('percentage', share).short}</td>
    </>
  )
}

function Row({ row, top, isChosen, onChoose, onOpen, isOpen, isInFolder }: RowProps) {
  const id = useId()
  const kind = kindOf(row)
  const step = stepOf(row)
  const label = visible(step.name)
  const dashboard = useDashboard()
  const goal = kind === 'page' || kind === 'event' ? goalEntry(dashboard, step) : undefined
  return (
    <tr>
      <th scope="row">
        <div class={isInFolder ? 'cell in-folder' : 'cell'} style={barOf(row.share, top)}>
          <button
            type="button"
            class="row-button"
            aria-label={label}
            aria-describedby={id}
            aria-pressed={isChosen}
            disabled={!onChoose}
            title={label}
            onClick={onChoose}
          >
            <Icon of={icons[kind]} size={14} />
            <Label isPath={kind === 'page' || kind === 'folder'}>{label}</Label>
          </button>
          <span class={row.pages === undefined ? 'sr' : 'beside'} id={id}>
            <span class="sr">{text.kinds[kind]} </span>
            {row.pages !== undefined && say(text.pages, { count: row.pages })}
          </span>
          {goal && goal.items.length > 0 && (
            <Menu
              name={say(words.more, { label })}
              buttonClass="row-more"
              button={<Icon of={EllipsisVertical} size={14} />}
              {...goal}
            />
          )}
          {onOpen && (
            <button
              type="button"
              class="row-open button-quiet"
              aria-label={say(text.openFolder, { name: label })}
              aria-expanded={isOpen}
              onClick={onOpen}
            >
              <Icon of={ChevronRight} size={14} />
            </button>
          )}
        </div>
      </th>
      <Numbers {...row} />
    </tr>
  )
}

interface FolderProps {
  readonly ask: AskJourney
  readonly body: JourneyBody
  /** `/blog/**`. */
  readonly folder: string
  readonly rowOf: (row: JourneyRow, isInFolder: boolean) => preact.ComponentChild
}

/** The pages of an open folder. The search finds other places of its name too: they are left out. */
function FolderPages({ ask, body, folder, rowOf }: FolderProps) {
  const start = folder.slice(0, -2)
  const column = useColumn(ask, { ...body, group: false, search: start }, folderRows)
  const rows = column.answers.flatMap(({ next }) => next).filter(({ page }) => page?.startsWith(start))
  return (
    <>
      {rows.map((row) => rowOf(row, true))}
      {(hasMore(column.answers) || column.problem) && (
        <tr>
          <td colSpan={3}>
            {column.problem && <Said of={column.problem} />}{' '}
            <button type="button" class="button-quiet" onClick={column.problem ? column.retry : column.more}>
              {column.problem ? retry : say(text.showMore, { count: pageRows })}
            </button>
          </td>
        </tr>
      )}
    </>
  )
}

function hasMore(answers: readonly JourneyAnswer[]): boolean {
  const total = answers.at(-1)?.total ?? 0
  return answers.reduce((sum, { next }) => sum + next.length, 0) < total
}

/** Each once: rows may move between two pages of an answer. */
function rowsOf(answers: readonly JourneyAnswer[]): readonly JourneyRow[] {
  const seen = new Map<string, JourneyRow>()
  for (const row of answers.flatMap(({ next }) => next)) {
    const { kind, name } = stepOf(row)
    if (!seen.has(`${kind}:${name}`)) seen.set(`${kind}:${name}`, row)
  }
  return [...seen.values()]
}

interface TableProps {
  readonly name: string
  readonly ask: AskJourney
  readonly body: JourneyBody
  readonly column: Column
  readonly chosen: JourneyRow | undefined
  readonly endedWords: string
  readonly onChoose: ((step: JourneyStep) => void) | undefined
}

function Table({ name, ask, body, column: { answers }, chosen, endedWords, onChoose }: TableProps) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const found = rowsOf(answers)
  const step = chosen && stepOf(chosen)
  // A chosen row stays on show, even if it is not among the first rows or has no row of its own.
  const rows = chosen && !found.some((row) => isSameStep(step, stepOf(row))) ? [chosen, ...found] : found
  const ended = answers[0]?.ended ?? null
  const top = Math.max(0, ended?.share ?? 0, ...found.map(({ share }) => share ?? 0))
  const rowOf = (row: JourneyRow, isInFolder: boolean) => {
    const own = stepOf(row)
    const isFolder = row.pages !== undefined
    const isOpen = isFolder && opened.includes(own.name)
    const toggle = () => setOpened(isOpen ? opened.filter((one) => one !== own.name) : [...opened, own.name])
    return [
      <Row
        key={`${own.kind}:${own.name}`}
        row={row}
        top={top}
        isChosen={isSameStep(step, own)}
        isInFolder={isInFolder}
        onChoose={onChoose && (() => onChoose(own))}
        {...(isFolder ? { isOpen, onOpen: toggle } : {})}
      />,
      isOpen && <FolderPages key={`${own.name}:`} ask={ask} body={body} folder={own.name} rowOf={rowOf} />,
    ]
  }
  return (
    <table class="list" aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{text.name}</th>
          <th scope="col" class="num">
            {text.visits}
          </th>
          <th scope="col" class="num">
            {text.share}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => rowOf(row, false))}
        {ended && (
          <tr class="journey-ended">
            <th scope="row">
              <div class="cell" style={barOf(ended.share, top)}>
                <span class="label">{endedWords}</span>
              </div>
            </th>
            <Numbers {...ended} />
          </tr>
        )}
      </tbody>
    </table>
  )
}

interface ColumnProps {
  readonly name: string
  readonly ask: AskJourney
  /** The question of the column, the search aside. */
  readonly body: JourneyBody
  readonly chosen: JourneyRow | undefined
  readonly isFirst: boolean
  /** On a narrow window only one column is seen. */
  readonly isShown: boolean
  readonly onChoose: ((step: JourneyStep) => void) | undefined
  readonly onAnswer: (answer: JourneyAnswer) => void
}

/** Waits until typing has stopped. */
function useSearch(): [typed: string, search: string, onInput: (value: string) => void] {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const onInput = (value: string) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSearch(value.trim()), searchMs)
  }
  return [typed, search, onInput]
}

export function JourneyColumn(props: ColumnProps) {
  const { name, ask, chosen, isFirst, isShown, onChoose, onAnswer } = props
  const id = useId()
  const [typed, search, onInput] = useSearch()
  const body = search === '' ? props.body : { ...props.body, search }
  const column = useColumn(ask, body, pageRows)
  const { answers, problem, isLoading, more } = column
  const answer = answers[0]
  useEffect(() => {
    if (answer && !isLoading) onAnswer(answer)
  }, [answer, isLoading])
  const isEmpty = answer?.next.length === 0 && answer.ended === null
  return (
    <section class="journey-column" aria-labelledby={id} aria-busy={isLoading} data-shown={isShown || undefined}>
      <header>
        <h3 id={id} tabIndex={-1}>
          {name}
        </h3>
        {isFirst && (
          <input
            type="search"
            aria-label={text.search}
            placeholder={text.search}
            value={typed}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        )}
      </header>
      {problem && (
        <div class="trouble" role="alert">
          <p>{[503, 504].includes(problem.status) ? timeout : <Said of={problem} />}</p>
          <button type="button" class="button" onClick={column.retry}>
            {retry}
          </button>
        </div>
      )}
      {answer && !problem && (
        <div class={isLoading ? 'is-old' : ''}>
          <Table
            name={name}
            ask={ask}
            body={body}
            column={column}
            chosen={chosen}
            endedWords={body.direction === 'after' ? text.ended : text.began}
            onChoose={onChoose}
          />
          {isEmpty && <p class="soft">{search === '' ? words.noData : text.nothingFound}</p>}
          {hasMore(answers) && (
            <button type="button" class="button-quiet" disabled={isLoading} onClick={more}>
              {say(text.showMore, { count: pageRows })}
            </button>
          )}
        </div>
      )}
    </section>
  )
}
