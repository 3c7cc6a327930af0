// The preset of a site, and the facts for its privacy statement that follow from it and from other settings.
import Copy from 'lucide/dist/esm/icons/copy.mjs'
import { useEffect, useState } from 'preact/hooks'
import { languages } from '../../../src/rules/languages.ts'
import { isPreset, type Preset, presets } from '../../../src/rules/presets.ts'
import * as words from '../../../src/rules/words/en/privacy.ts'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { Select } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { Card } from '../parts/section.tsx'
import { copy, refuse, toast } from '../parts/toast.tsx'
import { language as pageLanguage } from '../text/language.ts'
import { ask, type Reply } from './ask.ts'

type Facts = Reply<'GET', 'privacy-facts'>

const presetOptions = presets.map((preset) => [preset, words.presets[preset]] as const)
const languageOptions = Object.entries(languages)

function CopyButton({ label, text }: { label: string; text: string }) {
  return (
    <button type="button" class="button" onClick={() => copy(text)}>
      <Icon of={Copy} />
      {label}
    </button>
  )
}

function FactLists({ facts, language }: { facts: Facts; language: string }) {
  return (
    <div lang={language} class="facts">
      <p class="soft">{facts.note}</p>
      {facts.sections.map(({ title, facts: sentences }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <ul class="bullets">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Facts in a language. They are asked for anew after a change of the preset. */
function FactsOfSite({ preset }: { preset: Preset }) {
  const [language, setLanguage] = useState(pageLanguage)
  const [facts, setFacts] = useState<Facts>()
  useEffect(() => {
    let isWanted = true
    ask('GET', 'privacy-facts', { query: { language } }).then((answer) => isWanted && setFacts(answer), refuse)
    return () => {
      isWanted = false
    }
  }, [preset, language])
  return (
    <>
      <Select
        name="language"
        label={words.language}
        value={language}
        options={languageOptions}
        onChange={setLanguage}
      />
      {facts && (
        <>
          <FactLists facts={facts} language={language} />
          <div class="row">
            <CopyButton label={words.copyMarkdown} text={facts.markdown} />
            <CopyButton label={words.copyText} text={facts.text} />
          </div>
        </>
      )}
    </>
  )
}

interface PrivacyProps {
  readonly preset: Preset
  readonly onChange: (preset: Preset) => void
}

export function Privacy({ preset, onChange }: PrivacyProps) {
  /** The facts follow the preset that is stored. */
  const [stored, setStored] = useState(preset)
  async function choose(name: string): Promise<void> {
    if (!isPreset(name)) return
    onChange(name)
    try {
      await ask('PUT', 'general', { body: { preset: name } })
      setStored(name)
      toast(shared.saved)
    } catch (error) {
      onChange(preset)
      refuse(error)
    }
  }
  return (
    <Card title={words.title} lead={words.lead}>
      <Select
        name="preset"
        label={words.preset}
        hint={words.hints[preset]}
        value={preset}
        options={presetOptions}
        onChange={choose}
      />
      <FactsOfSite preset={stored} />
    </Card>
  )
}
