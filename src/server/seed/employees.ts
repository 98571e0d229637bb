import type { Role } from '#contract/access/roles.ts'
import type { Calendar } from './calendar.ts'
import { chanceOf } from './chance.ts'
import { onDay } from './moments.ts'
import { birthDate, homeOf, letters, phoneIn } from './person.ts'
import { seedId } from './record-ids.ts'
import { names } from './words/names.ts'

export interface MadeUpEmployee {
  id: string
  firstName: string
  lastName: string
  dateOfBirth: string
  email: string
  phone: string
  address: string
  role: Role
  createdAt: Date
}

/** However few there are, one of them may change notes; nobody made up becomes a super-admin. */
const firstRoles: readonly Role[] = ['manager', 'employee', 'employee', 'admin', 'employee', 'manager']
const shares = { manager: 35, employee: 57, admin: 8 } as const

/** Everybody was there before the oldest made-up note: three to five years ago. */
const hired = { earliest: 5 * 365, latest: 3 * 365 + 1 }

/** The number in the address keeps it apart from every other made-up one; mail to it goes nowhere. */
export function madeUpEmployee(index: number, calendar: Calendar): MadeUpEmployee {
  const chance = chanceOf('employee', index)
  const { origin, city, address, familyName } = homeOf(chance, true)
  const firstName = chance.pick(names[origin].given)
  const daysAgo = hired.latest + chance.below(hired.earliest - hired.latest)
  return {
    id: seedId('employee', index),
    firstName,
    lastName: familyName,
    dateOfBirth: birthDate(daysAgo, chance, calendar),
    email: `${letters(firstName)}.${letters(familyName)}${index + 1}@staff.example`,
    phone: phoneIn(city, chance),
    address,
    role: firstRoles[index] ?? chance.weighted(shares),
    createdAt: onDay(daysAgo, chance, calendar),
  }
}
