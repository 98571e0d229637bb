import { faker } from '@faker-js/faker/locale/en_US'
import { faker as spanish } from '@faker-js/faker/locale/es'
import { faker as swedish } from '@faker-js/faker/locale/sv'
import { faker as vietnamese } from '@faker-js/faker/locale/vi'

/* Made-up people in Minnesota. Any resemblance to real people is coincidental. */

/** Names of communities that faker lacks: Somali, Hmong, Karen, Oromo, Ojibwe and Dakota. */
const names = [
  [
    'Hodan Fadumo Ifrah Sahra Halima Ubah Abdirahman Liban Yusuf Bashir',
    'Warsame Farah Mohamud Osman Hersi Abdi Jama Ali Nur Samatar',
  ],
  ['Mai Houa Nou Sheng Bao Tou Chue Xeng Pao Long', 'Vang Xiong Yang Thao Lor Moua Her Lee'],
  ['Naw Paw Hser Eh Saw Ler', 'Htoo Paw Wah Moo Soe Thein'],
  ['Chaltu Lensa Hawi Ayantu Gemechu Lemi Fayisa', 'Tolessa Gemeda Wakjira Negasa Kebede Dibaba'],
  ['Winona Waseya Autumn Zitkála Migizi Makwa Mathó', 'Beaulieu Fairbanks Kingbird LaDuke Wabasha Redwing'],
].map(([given = '', family = '']) => ({
  firstName: () => faker.helpers.arrayElement(given.split(' ')),
  lastName: () => faker.helpers.arrayElement(family.split(' ')),
}))

const [english, others] = [faker.person, [swedish.person, spanish.person, vietnamese.person]]

/** Larger communities are listed more than once. */
const communities = [english, english, english, english, ...others, swedish.person, spanish.person, ...names]

/** City, area code, zip code and county. Larger cities are listed more than once. */
const cities = [
  ['Minneapolis', '612', '55404', 'hennepin'],
  ['Minneapolis', '612', '55411', 'hennepin'],
  ['St. Paul', '651', '55106', 'ramsey'],
  ['Brooklyn Park', '763', '55443', 'hennepin'],
  ['Rochester', '507', '55904', 'olmsted'],
  ['Duluth', '218', '55805', 'st-louis'],
] as const

export const noFixedAddress = 'No fixed address'

/** The records that are made next depend on nothing but these numbers. */
export function seedFaker(...numbers: number[]): void {
  for (const each of [faker, spanish, swedish, vietnamese]) each.seed(numbers)
}

/** Name, phone, home and county. */
export function makePerson() {
  const community = faker.helpers.arrayElement(communities)
  const family = faker.datatype.boolean(0.75) ? community : faker.helpers.arrayElement(communities)
  const [city, areaCode, zip, county] = faker.helpers.arrayElement(cities)
  return {
    firstName: community.firstName(),
    lastName: family.lastName(),
    // 555-01xx numbers are reserved for fiction.
    phone: `${areaCode}55501${faker.string.numeric(2)}`,
    home: `${faker.location.streetAddress(faker.datatype.boolean())}, ${city}, MN ${zip}`,
    county,
  }
}

/** An adult at that time, or of another age. 'YYYY-MM-DD'. */
export function birthDate(refDate: Date, age = { min: 18, max: 80 }): string {
  return faker.date
    .birthdate({ mode: 'age', ...age, refDate })
    .toISOString()
    .slice(0, 10)
}

/** At a domain reserved for examples (RFC 2606), so no mail arrives anywhere. */
export const emailOf = (firstName: string, lastName: string, domain: string) =>
  `${faker.helpers.slugify(`${firstName}.${lastName}`).toLowerCase()}@${domain}`
