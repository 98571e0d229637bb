import { clientServices } from '#contract/clients/services.ts'
import type { ClientStatus } from '#contract/clients/statuses.ts'
import type { Calendar } from './calendar.ts'
import { type Chance, chanceOf } from './chance.ts'
import { momentOf } from './moments.ts'
import { emailOf, homeOf, phoneIn } from './person.ts'
import { seedId } from './record-ids.ts'
import { type StatusStep, statusHistory } from './status-history.ts'
import { names } from './words/names.ts'
import { noFixedAddress } from './words/places.ts'

export interface MadeUpClient {
  id: string
  firstName: string
  lastName: string
  status: ClientStatus | null
  service: (typeof clientServices)[number]
  email: string
  phone: string
  address: string
  dateOfBirth: string
  createdAt: Date
  history: StatusStep[]
}

/** Of ten clients that follow each other, who lives with whom: one number for each household. */
const tenPeople = [0, 1, 2, 2, 3, 4, 5, 5, 5, 6] as const
const householdsOfTen = 7

export function madeUpClient(index: number, calendar: Calendar): MadeUpClient {
  const household = Math.floor(index / 10) * householdsOfTen + (tenPeople[index % 10] ?? 0)
  const ofHousehold = chanceOf('household', household)
  const home = homeOf(ofHousehold, ofHousehold.happens(0.86))
  const chance = chanceOf('client', index)
  const { given, family } = names[home.origin]
  const firstName = chance.pick(given)
  const lastName = chance.happens(0.12) ? chance.pick(family) : home.familyName
  const createdAt = momentOf(index, chance, calendar)
  const history = statusHistory(index, createdAt, chance, calendar)
  return {
    id: seedId('client', index),
    firstName,
    lastName,
    status: history.at(-1)?.status ?? null,
    service: serviceFor(home.address, chance),
    email: emailOf(firstName, lastName, chance),
    phone: phoneIn(home.city, chance),
    address: home.address,
    dateOfBirth: birthDate(calendar.daysAgo(createdAt), chance, calendar),
    createdAt,
    history,
  }
}

/** Keeping a home is for those who have one. */
function serviceFor(address: string, chance: Chance): (typeof clientServices)[number] {
  const [consultant, both, transition, sustaining] = clientServices
  if (address.startsWith(noFixedAddress)) return chance.pick([consultant, transition, transition, both])
  return chance.pick([
    consultant,
    both,
    both,
    transition,
    transition,
    transition,
    sustaining,
    sustaining,
    sustaining,
  ])
}

const daysPerYear = 365.25

/** An adult at intake, and at most 85 today. The sum of two draws: most are in their middle years. */
export function birthDate(intakeDaysAgo: number, chance: Chance, calendar: Calendar): string {
  const halfSpan = Math.floor(31 * daysPerYear)
  const ageAtIntake = Math.ceil(18 * daysPerYear) + 1 + chance.below(halfSpan) + chance.below(halfSpan)
  return calendar.date(intakeDaysAgo + ageAtIntake)
}
