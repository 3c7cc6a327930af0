// Texts are tables of plain strings (src/rules/words/en/); this fills their gaps. A text that depends on a count is a set of
// forms, chosen as the language does.
import { language, locales } from './language.ts'

export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

export type Gaps = Readonly<Record<string, string | number>>

const rules = new Intl.PluralRules(language)
const whole = new Intl.NumberFormat(locales)

/** `say('Hello {name}', { name })`; `say({ one: '{count} site', other: '{count} sites' }, { count })`. */
export function say(text: string | Forms, gaps: Gaps = {}): string {
  const count = gaps['count']
  const pattern = typeof text === 'string' ? text : (text[rules.select(Number(count))] ?? text.other)
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = gaps[name] ?? ''
    return typeof value === 'number' ? whole.format(value) : value
  })
}
