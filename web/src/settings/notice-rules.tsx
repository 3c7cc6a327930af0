// Notices that people made of numbers: their conditions, who is told, and when last.
import * as words from '../../../src/rules/words/en/notice-rules.ts'
import { AskingButton, Card, Entries, Entry } from '../parts/section.tsx'
import { isDone, toast } from '../parts/toast.tsx'
import { at } from '../service/at.ts'
import { formatInstant } from '../text/format.ts'
import { say } from '../text/say.ts'
import { ask, type Reply } from './ask.ts'
import { domain, useAnswer } from './kit.tsx'

type Rule = Reply<'GET', 'notice-rules'>['rules'][number]

const nameOf = ({ name, metric }: Rule): string => name || metric

/** Whom it tells, and when it last did. */
const detailOf = ({ told_at: told, recipients }: Rule): string =>
  [
    told ? say(words.told, { time: formatInstant(told) }) : words.notTold,
    ...recipients.map(({ address }) => address),
  ].join(' · ')

function RuleEntry({ rule, load }: { rule: Rule; load: () => Promise<void> }) {
  const name = nameOf(rule)
  async function remove(): Promise<void> {
    if (await isDone(ask('DELETE', 'notice-rules/:id', { params: { id: rule.id } }))) toast(words.removed)
    await load()
  }
  const query = [rule.view, 'period=24h'].filter(Boolean).join('&')
  return (
    <Entry title={name} detail={detailOf(rule)}>
      <a
        class="button"
        href={at(`/sites/${encodeURIComponent(domain)}?${query}`)}
        aria-label={say(words.openOf, { name })}
      >
        {words.open}
      </a>
      <AskingButton
        label={words.remove}
        name={say(words.removeOf, { name })}
        question={say(words.removeAsk, { name })}
        lead={words.removeLead}
        onConfirm={remove}
      />
    </Entry>
  )
}

export function NoticeRules() {
  const { answer, load } = useAnswer(() => ask('GET', 'notice-rules'))
  return (
    <Card title={words.own} lead={words.ownLead}>
      {answer?.rules.map(
        (rule) =>
          rule.problem !== null && (
            <p key={rule.id} class="notice notice-bad">
              {say(words.problem, { name: nameOf(rule), problem: rule.problem })}
            </p>
          ),
      )}
      <Entries rows={answer?.rules} none={words.none} name={words.own}>
        {(rule) => <RuleEntry key={rule.id} rule={rule} load={load} />}
      </Entries>
    </Card>
  )
}
