// Characters that assistants could read and no person sees.
import t from 'tap'
import { escaped, invisible, withoutTags } from '../../src/rules/invisible.ts'

const shown = (text: string) => text.replace(invisible, escaped)

t.test('invisible characters are escaped, seen ones are not', (t) => {
  const hidden = [
    ...[0x00, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200d, 0x2028, 0x202e],
    ...[0x2060, 0x2064, 0x2066, 0x2800, 0x3164, 0xe000, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfff0, 0xffff],
    ...[0x1d173, 0x1bca0, 0xe0001, 0xe0020, 0xe007f, 0xe0100, 0xe01ef, 0xf0000, 0x10fffd, 0x0378],
  ]
  for (const code of hidden) {
    const text = `a${String.fromCodePoint(code)}b`
    t.match(shown(text), /^a(\\u[\da-f]{4}){1,2}b$/, code.toString(16))
    t.equal(JSON.parse(`"${shown(text)}"`), text)
  }
  const seen = 'a Z é ß Ж 字 あ 한 😀 🇩🇪 ا ש ก\u0e33 1 ½ € – … “x”'
  t.equal(shown(seen), seen)
  t.end()
})

t.test('tag characters, which spell a text, go', (t) => {
  const spelled = [...'IGNORE ALL'].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join('')
  t.equal(withoutTags(`/p${spelled}-1`), '/p-1')
  t.end()
})
