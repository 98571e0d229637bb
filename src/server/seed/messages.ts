import type { Calendar } from './calendar.ts'
import { type Chance, chanceOf } from './chance.ts'
import { momentOf } from './moments.ts'
import { emailOf } from './person.ts'
import { seedId } from './record-ids.ts'
import * as choices from './words/message-words.ts'
import { names, origins } from './words/names.ts'
import { cities } from './words/places.ts'

export interface MadeUpMessage {
  id: string
  name: string
  email: string
  message: string
  receivedAt: Date
  /** Null where nobody has seen to it. */
  readAt: Date | null
}

/** Who writes: somebody in need, a landlord, an agency, or anybody in few words. */
const senders = { need: 52, landlord: 12, agency: 14, short: 22 } as const

export function madeUpMessage(index: number, calendar: Calendar): MadeUpMessage {
  const chance = chanceOf('message', index)
  const { given, family } = names[chance.weighted(origins)]
  const first = chance.pick(given)
  const last = chance.pick(family)
  const written = {
    id: seedId('message', index),
    name: chance.weighted({ [`${first} ${last}`]: 85, [first]: 10, [first.toLowerCase()]: 5 }),
    email: emailOf(first, last, chance),
    message: fill(textFrom(chance), first, chance),
    receivedAt: momentOf(index, chance, calendar, 'any'),
  }
  return { ...written, readAt: readOf(written.receivedAt, chance, calendar) }
}

/** Within a day, but for those of the last days. */
function readOf(receivedAt: Date, chance: Chance, calendar: Calendar): Date | null {
  if (calendar.daysAgo(receivedAt) <= unreadDays) return null
  return new Date(receivedAt.getTime() + (1 + chance.below(24 * 60)) * 60_000)
}

/** Messages of so many days are still to be read. */
const unreadDays = 3

function textFrom(chance: Chance): string {
  const sender = chance.weighted(senders)
  if (sender === 'short') return chance.pick(choices.shortMessages)
  const opening = chance.pick(choices.openings)
  const closing = chance.pick(choices.closings)
  const body = chance.pick(bodies[sender])
  const details = sender === 'need' ? someOf(choices.details, chance.below(3), chance) : []
  const gap = chance.happens(0.4) ? '\n' : ' '
  return [opening, [body, ...details].join(' '), closing].filter((part) => part !== '').join(gap)
}

const bodies = { need: choices.needs, landlord: choices.landlordLines, agency: choices.agencyLines }

function someOf(texts: readonly string[], count: number, chance: Chance): string[] {
  const first = chance.below(texts.length)
  return Array.from({ length: count }, (_, turn) => texts[(first + turn * 3) % texts.length] ?? '')
}

function fill(text: string, first: string, chance: Chance): string {
  const gaps: Record<string, string> = {
    first,
    city: chance.pick(cities).name,
    month: chance.pick(['March', 'April', 'June', 'August', 'September', 'November', 'December']),
    day: String(1 + chance.below(28)),
    number: String(2 + chance.below(5)),
    rent: `$${700 + 25 * chance.below(30)}`,
    income: `$${794 + chance.below(400)}`,
  }
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap)
}
