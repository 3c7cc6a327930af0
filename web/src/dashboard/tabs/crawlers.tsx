// Dropped crawlers by name and kind, and the pages that they read: the second view of Traffic quality.

import type { CrawlersAnswer } from '../../../../src/http/contracts/traffic.ts'
import * as words from '../../../../src/rules/words/en/crawlers.ts'
import { showValue } from '../../state/words.ts'
import { say } from '../../text/say.ts'
import { Figure } from '../panels/cells.tsx'

/** Rows of each list. */
const shown = 12

type Crawler = CrawlersAnswer['crawlers'][number]

/** The service's name for all crawlers without a name. */
const isOther = (name: string): boolean => name === 'other'
const nameOf = ({ name }: Pick<Crawler, 'name'>): string => (isOther(name) ? words.otherCrawlers : name)

const kindOf = ({ kind }: Pick<Crawler, 'kind'>): string => words.kinds[kind as keyof typeof words.kinds]

const Head = ({ labels }: { labels: readonly string[] }) => (
  <thead>
    <tr>
      {labels.map((label, index) => (
        <th key={label} scope="col" class={index === labels.length - 1 ? 'num' : ''}>
          {label}
        </th>
      ))}
    </tr>
  </thead>
)

const Count = ({ total }: { total: number }) => (
  <td class="num">
    <Figure shown={showValue('events', total)} />
  </td>
)

interface ListProps {
  readonly answer: CrawlersAnswer
  readonly chosen: string | null
  readonly onChoose: (name: string | null) => void
}

function Names({ answer, chosen, onChoose }: ListProps) {
  return (
    <table class="list" aria-label={words.crawlers}>
      <Head labels={[words.crawler, words.kind, words.events]} />
      <tbody>
        {answer.crawlers.slice(0, shown).map((crawler) => {
          const { name, total } = crawler
          const isChosen = name === chosen
          return (
            <tr key={name}>
              <th scope="row">
                <button
                  type="button"
                  class="button-quiet"
                  aria-pressed={isChosen}
                  aria-label={say(words.show, { name: nameOf(crawler) })}
                  onClick={() => onChoose(isChosen ? null : name)}
                >
                  {nameOf(crawler)}
                </button>
              </th>
              <td>{isOther(name) ? '' : kindOf(crawler)}</td>
              <Count total={total} />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Pages({ pages, title }: { pages: CrawlersAnswer['pages']; title: string }) {
  return (
    <table class="list" aria-label={title}>
      <Head labels={[words.page, words.events]} />
      <tbody>
        {pages.slice(0, shown).map(({ page, total }) => (
          <tr key={page}>
            <th scope="row" class="reason">
              <bdi>{page ?? words.otherPages}</bdi>
            </th>
            <Count total={total} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export interface CrawlersProps {
  readonly answer: CrawlersAnswer
  /** The crawler whose pages are shown; null: all of them. */
  readonly chosen: string | null
  readonly onChoose: (name: string | null) => void
  /** Pages of the chosen crawler, once they are there. */
  readonly pages: CrawlersAnswer['pages'] | undefined
}

/** The lists side by side; a press on a name shows its pages, once more all pages again. */
export function Crawlers({ answer, chosen, onChoose, pages }: CrawlersProps) {
  if (answer.crawlers.length === 0) return <p class="soft">{words.none}</p>
  const name = chosen === null ? words.allCrawlers : nameOf({ name: chosen })
  return (
    <>
      <p class="soft">{words.lead}</p>
      <Names answer={answer} chosen={chosen} onChoose={onChoose} />
      <Pages pages={pages ?? answer.pages} title={say(words.show, { name })} />
    </>
  )
}

/** The list as lines of a file, its head first. */
export const linesOf = ({ crawlers }: CrawlersAnswer): (string | number)[][] => [
  [words.crawler, words.kind, words.events],
  ...crawlers.map((one) => [nameOf(one), kindOf(one), one.total]),
]
