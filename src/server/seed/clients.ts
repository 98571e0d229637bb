import type { ClientInput } from '#contract/clients/schema.ts'
import { clientServices } from '#contract/clients/services.ts'
import type { Calendar } from './calendar.ts'
import { type Chance, chanceOf } from './chance.ts'
import { momentOf } from './moments.ts'
import { birthDate, emailOf, homeOf, phoneIn } from './person.ts'
import { seedId } from './record-ids.ts'
import { type StatusStep, statusHistory } from './status-history.ts'
import { names } from './words/names.ts'
import { noFixedAddress } from './words/places.ts'

export interface MadeUpClient extends ClientInput {
  id: string
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
function serviceFor(address: string, chance: Chance): ClientInput['service'] {
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
