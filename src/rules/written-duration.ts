// A length of time as people read it: on pages and in mails.

export interface DurationWords {
  readonly hours: string
  readonly minutes: string
  readonly seconds: string
}

/**
 * Writes seconds by the texts of a language: the largest unit and the next. Seconds that stand
 * apart from minutes have two digits. `whole` writes hours, which may be many.
 *
 * @example writeDuration({ …, minutes: '{minutes}m {seconds}s' }, 62, String) // '1m 02s'
 */
export function writeDuration(words: DurationWords, length: number, whole: (value: number) => string): string {
  const total = Math.round(length)
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, String(total % 60)]
  const text = hours > 0 ? words.hours : minutes > 0 ? words.minutes : words.seconds
  const isApart = text.includes(' {seconds}')
  return text
    .replace('{hours}', whole(hours))
    .replace('{minutes}', String(minutes))
    .replace('{seconds}', isApart ? seconds.padStart(2, '0') : seconds)
}
