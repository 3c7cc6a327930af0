// Countries as other products write them -> the codes that live traffic stores. One table for all importers.
import { countryOf } from './place.ts'
import { countries } from './tables/countries.ts'

/** Codes beside ISO 3166-1 that live traffic stores. Geolocation databases name Kosovo so. */
const kosovo = 'XK'

/** Spellings beside the English name of each code, which Intl has. */
const spellings: Readonly<Record<string, string>> = {
  AE: 'UAE',
  BA: 'Bosnia',
  BN: 'Brunei Darussalam',
  BO: 'Plurinational State of Bolivia',
  BQ: 'Bonaire, Sint Eustatius and Saba',
  CC: 'Cocos Islands; Keeling Islands',
  CD:
    'Congo (DRC); Congo (Kinshasa); DR Congo; D.R. Congo; DRC; Democratic Republic of Congo; ' +
    'Democratic Republic of the Congo; Zaire',
  CG: 'Congo; Congo (Brazzaville); Congo (Republic); Republic of Congo',
  CI: 'Ivory Coast',
  CN: "People's Republic of China; Mainland China; China mainland",
  CV: 'Cabo Verde',
  CZ: 'Czech Republic',
  FK: 'Falkland Islands (Islas Malvinas); Falkland Islands (Malvinas); Islas Malvinas',
  FM: 'Federated States of Micronesia',
  GB:
    'UK; U.K.; Great Britain; Britain; England; Scotland; Wales; Northern Ireland; ' +
    'United Kingdom of Great Britain and Northern Ireland',
  GS: 'South Georgia',
  HK: 'Hong Kong; Hong Kong SAR; Hong Kong, China; Hongkong',
  HM: 'Heard Island and McDonald Islands',
  IR: 'Islamic Republic of Iran; Persia',
  KP: "Democratic People's Republic of Korea; DPRK; Korea (North)",
  KR: 'Republic of Korea; Korea (South)',
  LA: "Lao People's Democratic Republic; Lao PDR",
  MD: 'Republic of Moldova',
  MF: 'Saint Martin (French part)',
  MK: 'Macedonia; FYROM; Macedonia (FYROM); Republic of North Macedonia; Former Yugoslav Republic of Macedonia',
  MM: 'Myanmar; Burma',
  MO: 'Macau; Macao; Macao SAR; Macau SAR; Macau, China; Macao, China',
  NL: 'Holland',
  PN: 'Pitcairn',
  PS: 'Palestine; State of Palestine; Palestinian Territory; Occupied Palestinian Territory',
  RU: 'Russian Federation',
  SH: 'Saint Helena, Ascension and Tristan da Cunha',
  ST: 'Sao Tome',
  SX: 'Sint Maarten (Dutch part)',
  SY: 'Syrian Arab Republic',
  SZ: 'Swaziland',
  TF: 'French Southern Territories',
  TL: 'East Timor',
  TR: 'Turkey; Türkiye; Republic of Türkiye; Republic of Turkey',
  TW: 'Taiwan, Province of China; Taiwan, China; Republic of China',
  TZ: 'United Republic of Tanzania',
  UM: 'United States Minor Outlying Islands; US Outlying Islands',
  US: 'USA; U.S.A.; U.S.; United States of America',
  VA: 'Holy See; Vatican; Vatican City State; Holy See (Vatican City State)',
  VE: 'Bolivarian Republic of Venezuela',
  VG: 'British Virgin Islands',
  VI: 'Virgin Islands of the United States',
  VN: 'Viet Nam',
  XK: 'Republic of Kosovo; Kosovo (under UNSC 1244)',
}

/** Codes that other products write for countries with another one. */
const otherCodes: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' }

/** Codes of products for an unknown place, a continent, a satellite or a proxy: no country. */
const noCountryCodes: ReadonlySet<string> = new Set(['A2', 'AP', 'EU', 'O1'])

/** Texts of products for an unknown country. */
const unset: ReadonlySet<string> = new Set([
  '',
  '-',
  'unknown',
  'not set',
  'data not available',
  'none',
  'n a',
  'other',
])

const nameLengthMax = 100

/** One form for the spellings of a name: letters without accents, `saint` and `and` short, no signs, no article. */
const keyOf = (name: string): string =>
  name
    .slice(0, nameLengthMax)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’.]/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bsaint\b/g, 'st')
    .replace(/\b(?:the|and)\b/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

/** A name as it is spoken: lists sort `Korea, Republic of` by its second part. */
const inOrder = (name: string): string => {
  const [first = '', last, ...more] = name.slice(0, nameLengthMax).split(', ')
  return last === undefined || more.length > 0 ? name : `${last} ${first}`
}

const english = new Intl.DisplayNames('en', { type: 'region' })

const byName: ReadonlyMap<string, string> = new Map([
  ...[...countries, kosovo].map((code): [string, string] => [keyOf(english.of(code) ?? code), code]),
  ...Object.entries(spellings).flatMap(([code, names]) =>
    names.split('; ').map((name): [string, string] => [keyOf(name), code]),
  ),
])

/**
 * The stored code of a country that another product wrote as a code or by its English name; null for a text that says
 * the country is unknown; undefined for a text that is not understood.
 * @example countryFrom('Côte d’Ivoire') // 'CI'
 */
export function countryFrom(text: string): string | null | undefined {
  const code = text.trim().toUpperCase()
  const other = otherCodes[code]
  if (other !== undefined) return other
  if (noCountryCodes.has(code)) return null
  const found = countryOf(code)
  if (found !== undefined) return found
  const key = keyOf(text)
  return unset.has(key) ? null : (byName.get(key) ?? byName.get(keyOf(inOrder(text))))
}
