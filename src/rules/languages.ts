// The languages of pages and mails.

/** By their codes (BCP 47), each with the name that its readers call it by. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
} as const
export type Language = keyof typeof languages

export const languageCodes = Object.keys(languages) as Language[]

/** True for the code of a language that pages and mails have. */
export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(languages, value)

/** The languages that a request names. */
export interface Asked {
  /** `?lang=` of the address. */
  readonly given?: string | null
  /** The header Accept-Language. */
  readonly accepted?: string | undefined
}

/** The codes of a header Accept-Language, the most wanted first. */
function codesOf(header: string): string[] {
  return header
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [code = '', ...parameters] = part.split(';').map((text) => text.trim())
      const weight = parameters.find((one) => /^q=/i.test(one))
      return { code, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ code }) => code)
}

/**
 * Chooses the language of a page: the language of its address, of the account, of the browser, or English. A code
 * without words stands for another code of the same language.
 */
export function chooseLanguage<Code extends string>(
  { given, accepted }: Asked,
  kept: string | null,
  available: readonly Code[],
): Code | 'en' {
  for (const wanted of [given ?? '', kept ?? '', ...codesOf(accepted ?? '')]) {
    const code = wanted.toLowerCase()
    const [base] = code.split('-')
    const found =
      available.find((one) => one.toLowerCase() === code) ?? available.find((one) => one.split('-')[0] === base)
    if (found) return found
  }
  return 'en'
}
