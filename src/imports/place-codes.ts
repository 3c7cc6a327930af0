// Countries and regions as other products write them, to the fields of an import line.
import { countryFrom } from '../rules/country-names.ts'

const regionCode = /^[A-Z0-9]{1,3}$/
const wholeRegionCode = /^[A-Z]{2}-[A-Z0-9]{1,3}$/

/** The ISO 3166-2 code of a region, whose country may stand beside it; undefined for a name. */
function regionFrom(country: string, text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (wholeRegionCode.test(code)) return code
  return regionCode.test(code) ? `${country}-${code}` : undefined
}

/**
 * Country and region of a line. A country that is not understood stays as it is written, so that the line is refused
 * with it. A region without a code is left out.
 * @example placeFields('Germany', 'BE') // { country: 'DE', region: 'DE-BE' }
 */
export function placeFields(country: string | undefined, region: string | undefined) {
  const code = country === undefined ? undefined : countryFrom(country)
  if (code === null || country === undefined) return { country: undefined, region: undefined }
  if (code === undefined) return { country, region: undefined }
  return { country: code, region: region === undefined ? undefined : regionFrom(code, region) }
}
