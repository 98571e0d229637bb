import { faker } from '@faker-js/faker/locale/en_US'
import { faker as spanish } from '@faker-js/faker/locale/es'
import { faker as swedish } from '@faker-js/faker/locale/sv'
import { faker as vietnamese } from '@faker-js/faker/locale/vi'

/* Made-up people in Minnesota. Any resemblance to real people is coincidental. */

interface Names {
  firstName(): string
  lastName(): string
}

/** Communities whose names faker lacks. */
function community(given: string, family: string): Names {
  const [first, last] = [given.split(', '), family.split(', ')]
  return {
    firstName: () => faker.helpers.arrayElement(first),
    lastName: () => faker.helpers.arrayElement(last),
  }
}

/** Larger communities are listed more than once. */
const communities: Names[] = [
  faker.person,
  faker.person,
  faker.person,
  faker.person,
  swedish.person,
  swedish.person,
  spanish.person,
  spanish.person,
  vietnamese.person,
  community(
    'Hodan, Fadumo, Ifrah, Sahra, Halima, Ubah, Abdirahman, Liban, Yusuf, Bashir',
    'Warsame, Farah, Mohamud, Osman, Hersi, Abdi, Jama, Ali, Nur, Samatar',
  ),
  community(
    'Mai, Pa Houa, Kao Nou, Sheng, Bao, Tou, Chue, Xeng, Pao, Long',
    'Vang, Xiong, Yang, Thao, Lor, Moua, Her, Lee',
  ),
  community('Naw Eh, Paw Say, Hser Nay, Mu Mu, Saw Htoo, Eh Doh, Ler Wah', 'Htoo, Paw, Wah, Moo, Soe, Thein'),
  community(
    'Chaltu, Lensa, Hawi, Ayantu, Gemechu, Lemi, Fayisa',
    'Tolessa, Gemeda, Wakjira, Negasa, Kebede, Dibaba',
  ),
  community(
    'Winona, Waseya, Autumn, Zitkála, Migizi, Makwa, Mathó',
    'Beaulieu, Fairbanks, Kingbird, LaDuke, Wabasha, Big Eagle, Redwing',
  ),
]

interface City {
  name: string
  county: string
  areaCode: string
  zip: string
}

const minneapolis: City = { name: 'Minneapolis', county: 'Hennepin', areaCode: '612', zip: '55404' }
const stPaul: City = { name: 'St. Paul', county: 'Ramsey', areaCode: '651', zip: '55106' }

/** Larger cities are listed more than once. */
export const cities: readonly City[] = [
  minneapolis,
  minneapolis,
  minneapolis,
  stPaul,
  stPaul,
  { name: 'Brooklyn Park', county: 'Hennepin', areaCode: '763', zip: '55443' },
  { name: 'Bloomington', county: 'Hennepin', areaCode: '952', zip: '55420' },
  { name: 'Rochester', county: 'Olmsted', areaCode: '507', zip: '55904' },
  { name: 'Duluth', county: 'St. Louis', areaCode: '218', zip: '55805' },
  { name: 'St. Cloud', county: 'Stearns', areaCode: '320', zip: '56301' },
  { name: 'Bemidji', county: 'Beltrami', areaCode: '218', zip: '56601' },
]

export const noFixedAddress = 'No fixed address'

/** The records that are made next depend on nothing but these numbers. */
export function seedFaker(...numbers: number[]): void {
  for (const each of [faker, spanish, swedish, vietnamese]) each.seed(numbers)
}

/** Name, phone and home. */
export function makePerson() {
  const names = faker.helpers.arrayElement(communities)
  const family = faker.datatype.boolean(0.75) ? names : faker.helpers.arrayElement(communities)
  const { name, areaCode, zip } = faker.helpers.arrayElement(cities)
  const street = faker.helpers.arrayElement(faker.definitions.location.street_name)
  const unit = faker.helpers.maybe(() => ` Apt ${faker.number.int({ min: 101, max: 425 })}`) ?? ''
  return {
    firstName: names.firstName(),
    lastName: family.lastName(),
    // 555-01xx numbers are reserved for fiction.
    phone: `${areaCode}55501${faker.string.numeric(2)}`,
    home: `${faker.number.int({ min: 100, max: 4899 })} ${street}${unit}, ${name}, MN ${zip}`,
  }
}

/** An adult at that time. 'YYYY-MM-DD'. */
export function birthDate(refDate: Date): string {
  return faker.date.birthdate({ mode: 'age', min: 18, max: 80, refDate }).toISOString().slice(0, 10)
}

/** At a domain reserved for examples (RFC 2606), so no mail arrives anywhere. */
export function emailOf(firstName: string, lastName: string): string {
  const number = faker.helpers.maybe(() => faker.number.int({ min: 1, max: 99 })) ?? ''
  const domain = faker.helpers.arrayElement(['example.org', 'example.com', 'mail.example'])
  return `${asciiLetters(firstName)}.${asciiLetters(lastName)}${number}@${domain}`
}

const unaccented: Record<string, string> = { đ: 'd', ø: 'o', ł: 'l' }

/** A name for an email address: 'Nguyễn' → 'nguyen', "O'Brien" → 'obrien'. */
export function asciiLetters(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[đøł]/g, (letter) => unaccented[letter] ?? '')
    .replace(/[^a-z]/g, '')
}
