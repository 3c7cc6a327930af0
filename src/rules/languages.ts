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
