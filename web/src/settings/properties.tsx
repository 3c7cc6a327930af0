// The list of allowed properties, with those that events bring as suggestions.
import { useState } from 'preact/hooks'
import { lookBackDays } from '../../../src/rules/windows.ts'
import * as words from '../../../src/rules/words/en/properties.ts'
import { pages } from '../../../src/rules/words/en/settings.ts'
import { Field, Form } from '../parts/form.tsx'
import { Card, Entries, Entry } from '../parts/section.tsx'
import { attempt, refuse, toast } from '../parts/toast.tsx'
import { request } from '../service/request.ts'
import { say } from '../text/say.ts'
import { ask } from './ask.ts'
import { domain, hasFeature, useAnswer, type Values } from './kit.tsx'

const path = '/api/v1/sites/custom-props'
/** Longer lists have a search. */
const searchFrom = 10
const site = new URLSearchParams({ site_id: domain })

interface AddFormProps {
  readonly suggestions: readonly string[]
  readonly onSend: (values: Values) => Promise<void>
}

const AddForm = ({ suggestions, onSend }: AddFormProps) => (
  <Form onSend={onSend} isGuarded>
    {({ fields, isSending }) => (
      <>
        <Field
          name="property"
          label={words.property}
          error={fields['property']}
          autocomplete="off"
          suggestions={suggestions}
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

interface SeenProps {
  readonly names: readonly string[]
  readonly onAllow: (name: string) => void
}

/** Properties of events that are not allowed yet. */
const Seen = ({ names, onAllow }: SeenProps) => (
  <div>
    <p class="soft">{say(words.seen, { days: lookBackDays })}</p>
    <p class="row">
      {names.map((name) => (
        <button
          key={name}
          type="button"
          class="button"
          aria-label={say(words.allow, { name })}
          onClick={() => onAllow(name)}
        >
          <bdi>{name}</bdi>
        </button>
      ))}
    </p>
  </div>
)

const Search = ({ onType }: { onType: (text: string) => void }) => (
  <input
    type="search"
    aria-label={words.search}
    placeholder={words.search}
    spellcheck={false}
    onInput={({ currentTarget }) => onType(currentTarget.value)}
  />
)

export function View() {
  const { answer, load } = useAnswer(() => request('GET', `${path}?${site}`))
  const { answer: found } = useAnswer(() => ask('GET', 'property-keys'))
  // A new form is an empty one.
  const [count, setCount] = useState(0)
  const names = answer?.custom_properties.map(({ property }) => property) ?? []
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const hits = (list: readonly string[]) => list.filter((name) => name.toLowerCase().includes(wanted))
  const suggestions = found?.keys.filter((key) => !names.includes(key)) ?? []
  const allow = async (property: string): Promise<void> => {
    await request('PUT', path, { site_id: domain, property })
    toast(say(words.added, { name: property }))
    await load()
  }
  async function add({ property = '' }: Values): Promise<void> {
    await allow(property)
    setCount(count + 1)
  }
  /** Removes at once; the message allows the property again. */
  async function remove(name: string): Promise<void> {
    if (await attempt('DELETE', `${path}/${encodeURIComponent(name)}?${site}`))
      toast(say(words.removed, { name }), () => void allow(name).catch(refuse))
    await load()
  }
  return (
    <Card title={pages.properties} lead={words.lead}>
      {answer && names.length === 0 && <p>{words.none}</p>}
      {names.length + suggestions.length > searchFrom && <Search onType={setTyped} />}
      {wanted !== '' && hits([...names, ...suggestions]).length === 0 && (
        <p>{say(words.noneFound, { search: typed.trim() })}</p>
      )}
      <Entries rows={hits(names)} name={pages.properties}>
        {(name) => (
          <Entry key={name} title={name}>
            <button
              type="button"
              class="button"
              aria-label={say(words.removeOf, { name })}
              onClick={() => remove(name)}
            >
              {words.remove}
            </button>
          </Entry>
        )}
      </Entries>
      {!hasFeature('props') && <p class="soft">{words.noPlan}</p>}
      <AddForm key={count} suggestions={suggestions} onSend={add} />
      {hits(suggestions).length > 0 && (
        <Seen names={hits(suggestions)} onAllow={(name) => void allow(name).catch(refuse)} />
      )}
    </Card>
  )
}
