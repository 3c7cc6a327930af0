// Which language a page is in (spec/dashboard 2).
import t from 'tap'
import { type Asked, chooseLanguage, languageCodes } from '../../src/rules/languages.ts'
import { headingIn, inLanguage, wordsOf } from '../../src/rules/words.ts'

t.test('the address says it, else the account, else the browser', (t) => {
  const cases: [asked: Asked, kept: string | null, language: string][] = [
    [{}, null, 'en'],
    [{ accepted: 'de' }, null, 'de'],
    [{ accepted: 'de-AT,de;q=0.9,en;q=0.8' }, null, 'de'],
    [{ accepted: 'nl,fr;q=0.9,de;q=0.8' }, null, 'fr'],
    [{ accepted: 'en;q=0.5, ja' }, null, 'ja'],
    [{ accepted: 'de;q=0, fr;q=0.1' }, null, 'fr'],
    [{ accepted: 'pt' }, null, 'pt-BR'],
    [{ accepted: 'pt-PT' }, null, 'pt-BR'],
    [{ accepted: 'PT-br' }, null, 'pt-BR'],
    [{ accepted: 'en-GB,de' }, null, 'en'],
    [{ accepted: '*' }, null, 'en'],
    [{ accepted: 'xx,;;q=,=' }, null, 'en'],
    [{ accepted: 'de' }, 'fr', 'fr'],
    [{ accepted: 'de' }, 'en', 'en'],
    [{ accepted: 'de', given: 'es' }, 'fr', 'es'],
    [{ given: 'pt-br' }, null, 'pt-BR'],
    [{ given: 'klingon', accepted: 'de' }, null, 'de'],
    [{ given: '' }, null, 'en'],
    [{ given: '__proto__', accepted: 'constructor' }, 'toString', 'en'],
  ]
  for (const [asked, kept, language] of cases)
    t.equal(chooseLanguage(asked, kept, languageCodes), language, JSON.stringify([asked, kept]))
  t.equal(chooseLanguage({ given: 'de' }, null, ['en']), 'en', 'a language that the build has not')
  t.equal(chooseLanguage({ accepted: 'de,'.repeat(100_000) }, null, languageCodes), 'de', 'a long header')
  t.end()
})

t.test('words without a translation are English, and names stay', (t) => {
  t.equal(wordsOf('de').catalogue.metrics['visitors'], 'Besucher')
  t.equal(wordsOf('en').catalogue.metrics['visitors'], 'Visitors')
  t.equal(wordsOf('klingon').catalogue.metrics['visitors'], 'Visitors')
  t.equal(wordsOf('__proto__').mails.same, 'no change')
  t.equal(headingIn('de', 'allSites'), 'Alle Websites')
  t.equal(headingIn('de', { name: 'constructor' }), 'constructor')
  const english = { title: 'Title', forms: { one: '{count} day', other: '{count} days' }, group: { a: 'A', b: 'B' } }
  t.strictSame(inLanguage(english, { forms: { other: '{count} 日' }, group: { a: 'Ä' } }), {
    title: 'Title',
    forms: { other: '{count} 日' },
    group: { a: 'Ä', b: 'B' },
  })
  t.end()
})
