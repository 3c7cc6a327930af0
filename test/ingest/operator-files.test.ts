// Files of the operator: what is taken from them, and what is refused as a whole (spec/ingestion 17).
import t from 'tap'
import { parseCurrencyRates } from '../../src/ingest/operator-files.ts'

t.test('currency rates are exact decimals of known currencies, or none of them count', async (t) => {
  const good: [file: object, rates: Record<string, string>][] = [
    [
      { base: 'EUR', rates: { USD: '1.10', JPY: 160 } },
      { USD: '1.10', JPY: '160', EUR: '1' },
    ],
    [{ base: 'EUR', rates: { EUR: '2', XXY: 'nonsense' } }, { EUR: '1' }],
    [
      { base: 'IRR', rates: { USD: 0.00000076, EUR: '7e-7' } },
      { USD: '0.00000076', EUR: '0.0000007', IRR: '1' },
    ],
    [{ base: 'EUR', rates: {} }, { EUR: '1' }],
  ]
  for (const [file, rates] of good) t.strictSame(Object.fromEntries(parseCurrencyRates(JSON.stringify(file))), rates)
  const bad: [file: unknown, fault: string][] = [
    [{ rates: {} }, 'currency rates need a "base" and "rates"'],
    [{ base: 'EUR' }, 'currency rates need a "base" and "rates"'],
    [null, 'currency rates need a "base" and "rates"'],
    [{ base: 'usd', rates: { EUR: '0.25' } }, 'the base of the currency rates is no currency: "usd"'],
    ...['0', '-1', '', 'x', '1,5', null, true].map((rate): [unknown, string] => [
      { base: 'EUR', rates: { USD: rate } },
      'the rate of USD is not a positive decimal',
    ]),
  ]
  for (const [file, fault] of bad)
    t.throws(() => parseCurrencyRates(JSON.stringify(file)), { message: fault }, JSON.stringify(file))
})
