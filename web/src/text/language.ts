// The language of the words, and how its readers write numbers, days and names.

/** The language that the words of the page are in. */
export const language = document.documentElement.lang || 'en'

/** The browser's own variants of that language first: `en-GB` writes days otherwise than `en-US`. */
export const locales: readonly string[] = [
  ...navigator.languages.filter((one) => one.toLowerCase().split('-')[0] === language.split('-')[0]),
  language,
]
