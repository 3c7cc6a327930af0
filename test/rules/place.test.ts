// Places by example, from both record layouts (spec/ingestion 10).
import fc from 'fast-check'
import t from 'tap'
import { needsLookup, type Place, placeOf } from '../../src/rules/place.ts'

const nowhere: Place = { country: null, region: null, city: null }
const london = {
  country: { iso_code: 'GB' },
  subdivisions: [{ iso_code: 'ENG' }, { iso_code: 'WBK' }],
  city: { geoname_id: 2643743 },
}

t.test('a record gives country, region and city', async (t) => {
  const cases: [record: unknown, place: Place][] = [
    [london, { country: 'GB', region: 'GB-ENG', city: 2643743 }],
    [{ country: { iso_code: 'EE' } }, { country: 'EE', region: null, city: null }],
    [
      { country: { iso_code: 'EE' }, subdivisions: [], city: {} },
      { country: 'EE', region: null, city: null },
    ],
    [
      { country_code: 'US', region_code: 'CA', geoname_id: '5391959' },
      { country: 'US', region: 'US-CA', city: 5391959 },
    ],
    [{ country_code: 'us' }, { country: 'US', region: null, city: null }],
    [
      { country: 'DE', state1: 'Bavaria', city: 'Munich' },
      { country: 'DE', region: null, city: null },
    ],
    [
      { country: 'IN', state1: 'Goa' },
      { country: 'IN', region: null, city: null },
    ],
    [
      { country: 'DE', state1: 'BY' },
      { country: 'DE', region: 'DE-BY', city: null },
    ],
    [
      { country: 'DE', region_code: 'DE-BY' },
      { country: 'DE', region: 'DE-BY', city: null },
    ],
    [{ country: { iso_code: 'ZZ' }, city: { geoname_id: 1 } }, nowhere],
    [{ country: { iso_code: 'XX' } }, nowhere],
    [{ country_code: 'T1' }, nowhere],
    [{ country: 'Germany' }, nowhere],
    [{ country: { iso_code: 5 }, subdivisions: 'x' }, nowhere],
    [
      { country: 'DE', city: { geoname_id: 1.5 } },
      { country: 'DE', region: null, city: null },
    ],
    [
      { country: 'DE', city: { geoname_id: 2 ** 31 } },
      { country: 'DE', region: null, city: null },
    ],
    [{}, nowhere],
    [null, nowhere],
    [undefined, nowhere],
    ['DE', nowhere],
  ]
  for (const [record, place] of cases) t.strictSame(placeOf(record, null), place, JSON.stringify(record))
})

t.test('an anonymous address is never looked up', async (t) => {
  t.strictSame(placeOf(london, 'anonymous_vpn_ip'), { country: 'A1', region: null, city: null })
  t.equal(needsLookup('anonymous_vpn_ip'), false)
  for (const type of [null, 'dc_ip', 'threat_ip', 'other']) {
    t.equal(placeOf(london, type).country, 'GB', String(type))
    t.equal(needsLookup(type), true)
  }
})

t.test('any record is understood or ignored', async () => {
  fc.assert(fc.property(fc.anything(), (record) => placeOf(record, null).country !== ''))
})
