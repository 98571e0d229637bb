import type { Calendar } from './calendar.ts'
import type { Chance } from './chance.ts'
import { names, type Origin, origins } from './words/names.ts'
import { type City, cities, noFixedAddress } from './words/places.ts'

/** Never anybody's: domains that are set aside for examples (RFC 2606). */
const domains = ['example.org', 'example.com', 'mail.example', 'inbox.example'] as const

export interface Home {
  origin: Origin
  familyName: string
  city: City
  address: string
}

/** Where a household comes from, what it is called and where it lives. */
export function homeOf(chance: Chance, isHoused: boolean): Home {
  const origin = chance.weighted(origins)
  const city = chance.pick(cities)
  return {
    origin,
    familyName: chance.pick(names[origin].family),
    city,
    address: isHoused
      ? addressIn(city, chance)
      : chance.pick([noFixedAddress, noFixedAddress, shelterIn(city)]),
  }
}

function addressIn(city: City, chance: Chance): string {
  const number = 100 + chance.below(4800)
  const unit = chance.weighted({ none: 45, Apt: 42, Unit: 8, '#': 5 })
  const door = `${1 + chance.below(4)}${String(1 + chance.below(24)).padStart(2, '0')}`
  const behind = unit === 'none' ? '' : unit === '#' ? ` #${door}` : ` ${unit} ${door}`
  return `${number} ${chance.pick(city.streets)}${behind}, ${city.name}, MN ${chance.pick(city.zips)}`
}

function shelterIn(city: City): string {
  return `${noFixedAddress} (stays in ${city.name})`
}

/** Of 555-01xx, the numbers that nobody has. */
export function phoneIn(city: City, chance: Chance): string {
  return `${city.areaCode}55501${String(chance.below(100)).padStart(2, '0')}`
}

export function emailOf(firstName: string, lastName: string, chance: Chance): string {
  const first = letters(firstName)
  const last = letters(lastName)
  const mailbox = chance.pick([
    `${first}.${last}`,
    `${first}${last}`,
    `${first.charAt(0)}${last}`,
    `${last}.${first}`,
    `${first}_${last}`,
  ])
  const behind = chance.happens(0.6) ? String(1 + chance.below(99)) : ''
  return `${mailbox}${behind}@${chance.pick(domains)}`
}

const unaccented: Record<string, string> = { đ: 'd', ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', ŋ: 'n' }

/** A name as people write it in their address: 'Nguyễn' → 'nguyen', "O'Brien" → 'obrien'. */
export function letters(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[đøłßæŋ]/g, (letter) => unaccented[letter] ?? '')
    .replace(/[^a-z]/g, '')
}

const daysPerYear = 365.25

/** An adult at intake, and at most 85 today. The sum of two draws: most are in their middle years. */
export function birthDate(intakeDaysAgo: number, chance: Chance, calendar: Calendar): string {
  const halfSpan = Math.floor(31 * daysPerYear)
  const ageAtIntake = Math.ceil(18 * daysPerYear) + 1 + chance.below(halfSpan) + chance.below(halfSpan)
  return calendar.date(intakeDaysAgo + ageAtIntake)
}
