// JSON that keeps its key order and digits: by example, and whatever the text.
import fc from 'fast-check'
import t from 'tap'
import { fieldsOf, mayBeReordered, mayBeRounded, parseExactly } from '../../src/rules/exact-json.ts'

t.test('keys stay in the order sent and long numbers stay exact', async (t) => {
  const cases: [text: string, fields: [string, unknown][]][] = [
    ['{}', []],
    [
      '{"b":1,"7":2,"a":3,"0":4}',
      [
        ['b', 1],
        ['7', 2],
        ['a', 3],
        ['0', 4],
      ],
    ],
    [
      ' { "b" : "x: \\"7\\": 1" , "7"\n:\ttrue , "c" : null } ',
      [
        ['b', 'x: "7": 1'],
        ['7', true],
        ['c', null],
      ],
    ],
    [
      '{"a":1,"2":2,"a":3}',
      [
        ['a', 3],
        ['2', 2],
      ],
    ],
    [
      '{"__proto__":1,"\\u0037":2}',
      [
        ['__proto__', 1],
        ['7', 2],
      ],
    ],
    [
      '{"a":999999999999999,"b":9007199254740993,"c":-12345678901234567.89}',
      [
        ['a', 999999999999999],
        ['b', '9007199254740993'],
        ['c', '-12345678901234567.89'],
      ],
    ],
    [
      '{"a":1e3,"b":"9007199254740993","c":[9007199254740993]}',
      [
        ['a', 1000],
        ['b', '9007199254740993'],
        ['c', ['9007199254740993']],
      ],
    ],
  ]
  for (const [text, fields] of cases) t.strictSame([...fieldsOf(parseExactly(text))], fields, text)
  t.strictSame(
    [...fieldsOf(fieldsOf(parseExactly('{"p":{"b":1,"7":{"2":3}}}')).get('p'))],
    [
      ['b', 1],
      ['7', { '=2': 3 }],
    ],
  )
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  t.ok(Array.isArray(fieldsOf(parseExactly(`{"a":${deep}}`)).get('a')))
})

t.test('whatever JSON.parse accepts is read to the same fields', async (t) => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string(),
        fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
      ),
      fc.option(fc.nat(3)),
      (value, indent) => {
        const text = JSON.stringify(value, null, indent ?? 0)
        const fields = fieldsOf(parseExactly(text))
        const expected = JSON.parse(text) as Record<string, unknown>
        t.equal(fields.size, Object.keys(expected).length)
        for (const key of Object.keys(expected)) {
          const one = expected[key]
          t.strictSame(mayBeRounded(one) ? Number(fields.get(key)) : fields.get(key), one)
        }
      },
    ),
  )
})

t.test('what may be lost is told', async (t) => {
  for (const value of [2 ** 53, -(2 ** 53), 1e15, 1e300, 0.1 + 0.2, 12345678901234.56])
    t.ok(mayBeRounded(value), String(value))
  for (const value of [0, -1, 12.5, 999_999_999_999_999, '9007199254740993', null, undefined])
    t.notOk(mayBeRounded(value), String(value))
  t.ok(mayBeReordered(['7', 'a']))
  t.notOk(mayBeReordered(['a', '7']))
  t.notOk(mayBeReordered(['7']))
  t.notOk(mayBeReordered([]))
})
