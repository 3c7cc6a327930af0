// Places that visitors of the made-up history come from, with the ids of GeoNames and the codes of ISO 3166-2.

export interface DemoPlace {
  readonly country: string
  readonly region: string
  readonly regionName: string
  /** The id of GeoNames. */
  readonly city: number
  readonly cityName: string
  readonly weight: number
}

const place = (
  country: string,
  region: string,
  regionName: string,
  city: number,
  cityName: string,
  weight: number,
): DemoPlace => ({ country, region: `${country}-${region}`, regionName, city, cityName, weight })

/** Weights are shares within a country. */
export const demoPlaces: readonly DemoPlace[] = [
  place('DE', 'BE', 'Berlin', 2950159, 'Berlin', 9),
  place('DE', 'HH', 'Hamburg', 2911298, 'Hamburg', 5),
  place('DE', 'BY', 'Bavaria', 2867714, 'Munich', 5),
  place('DE', 'NW', 'North Rhine-Westphalia', 2886242, 'Cologne', 3),
  place('DE', 'HE', 'Hesse', 2925533, 'Frankfurt am Main', 2),
  place('US', 'NY', 'New York', 5128581, 'New York City', 7),
  place('US', 'CA', 'California', 5391959, 'San Francisco', 6),
  place('US', 'CA', 'California', 5368361, 'Los Angeles', 4),
  place('US', 'WA', 'Washington', 5809844, 'Seattle', 3),
  place('US', 'TX', 'Texas', 4671654, 'Austin', 3),
  place('US', 'IL', 'Illinois', 4887398, 'Chicago', 2),
  place('GB', 'ENG', 'England', 2643743, 'London', 8),
  place('GB', 'ENG', 'England', 2643123, 'Manchester', 2),
  place('GB', 'SCT', 'Scotland', 2650225, 'Edinburgh', 1),
  place('FR', 'IDF', 'Île-de-France', 2988507, 'Paris', 7),
  place('FR', 'ARA', 'Auvergne-Rhône-Alpes', 2996944, 'Lyon', 2),
  place('FR', 'OCC', 'Occitanie', 2972315, 'Toulouse', 1),
  place('NL', 'NH', 'North Holland', 2759794, 'Amsterdam', 4),
  place('NL', 'UT', 'Utrecht', 2745912, 'Utrecht', 2),
  place('IN', 'KA', 'Karnataka', 1277333, 'Bengaluru', 4),
  place('IN', 'MH', 'Maharashtra', 1275339, 'Mumbai', 3),
  place('CA', 'ON', 'Ontario', 6167865, 'Toronto', 4),
  place('CA', 'QC', 'Quebec', 6077243, 'Montréal', 2),
  place('CA', 'BC', 'British Columbia', 6173331, 'Vancouver', 2),
  place('BR', 'SP', 'São Paulo', 3448439, 'São Paulo', 4),
  place('BR', 'RJ', 'Rio de Janeiro', 3451190, 'Rio de Janeiro', 2),
  place('AU', 'NSW', 'New South Wales', 2147714, 'Sydney', 3),
  place('AU', 'VIC', 'Victoria', 2158177, 'Melbourne', 2),
  place('JP', '13', 'Tokyo', 1850147, 'Tokyo', 4),
  place('JP', '27', 'Osaka', 1853909, 'Osaka', 1),
  place('PL', '14', 'Mazovia', 756135, 'Warsaw', 2),
  place('PL', '12', 'Lesser Poland', 3094802, 'Kraków', 1),
  place('ES', 'MD', 'Madrid', 3117735, 'Madrid', 2),
  place('ES', 'CT', 'Catalonia', 3128760, 'Barcelona', 2),
  place('SE', 'AB', 'Stockholm', 2673730, 'Stockholm', 2),
  place('SE', 'O', 'Västra Götaland', 2711537, 'Gothenburg', 1),
  place('ZA', 'WC', 'Western Cape', 3369157, 'Cape Town', 1),
  place('NZ', 'AUK', 'Auckland', 2193733, 'Auckland', 1),
]
