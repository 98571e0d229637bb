import type { Role } from '#contract/access/roles.ts'
import { mayChangeNote } from '#contract/notes/rules.ts'
import type { Calendar } from './calendar.ts'
import { type Chance, chanceOf } from './chance.ts'
import { momentOf } from './moments.ts'
import { noteText } from './note-text.ts'
import { seedId } from './record-ids.ts'

/** Who notes are about and who writes them. */
export interface Cast {
  /** In the order in which they were added; not empty. */
  clients: readonly NotedClient[]
  /** Not empty. */
  authors: readonly Author[]
}

export interface NotedClient {
  id: string
  firstName: string
  address: string
  service: string
  createdAt: Date
  /** From then on hardly anything is written about them. */
  leftAt: Date | null
}

export interface Author {
  id: string
  email: string
  role: Role
}

export interface MadeUpNote {
  id: string
  clientId: string
  text: string
  authorId: string
  authorEmail: string
  createdAt: Date
  /** Where it was changed later: by whom, and what it said before. */
  edit: { at: Date; byEmail: string; earlierText: string } | null
}

/** Every so-manieth note was changed, if somebody was allowed to. */
const changed = { every: 97, at: 41 }

export const mayBeChanged = (index: number): boolean => index % changed.every === changed.at

export function madeUpNote(index: number, cast: Cast, calendar: Calendar): MadeUpNote {
  const chance = chanceOf('note', index)
  const { client, createdAt } = meeting(index, cast.clients, chance, calendar)
  const author = chance.pick(cast.authors)
  const daysAgo = calendar.daysAgo(createdAt)
  const text = noteText(
    {
      ...client,
      day: new Date(`${calendar.date(daysAgo)}T00:00:00Z`),
      daysKnown: calendar.daysAgo(client.createdAt) - daysAgo,
    },
    chance,
  )
  const edit = mayBeChanged(index) ? laterEdit(createdAt, cast.authors, chance, calendar) : null
  return {
    id: seedId('note', index),
    clientId: client.id,
    text: edit ? `${text} ${edit.addition}` : text,
    authorId: author.id,
    authorEmail: author.email,
    createdAt,
    edit: edit && { at: edit.at, byEmail: edit.byEmail, earlierText: text },
  }
}

/** Evenly over three years, each time with somebody who was there already and, mostly, had not left. */
function meeting(index: number, clients: readonly NotedClient[], chance: Chance, calendar: Calendar) {
  const createdAt = momentOf(index, chance, calendar)
  const known = countUntil(clients, createdAt)
  if (known === 0) return firstMeeting(clients[0] as NotedClient, chance, calendar)
  for (let attempt = 0; ; attempt += 1) {
    const client = clients[chance.below(known)] as NotedClient
    if (attempt === 6 || !client.leftAt || client.leftAt > createdAt) return { client, createdAt }
  }
}

/** Where everybody was added only later: with the first of them, at some time since. */
function firstMeeting(client: NotedClient, chance: Chance, calendar: Calendar) {
  const since = Math.max(0, calendar.startOfToday.getTime() - client.createdAt.getTime())
  return { client, createdAt: new Date(client.createdAt.getTime() + chance.below(since + 1)) }
}

/** How many of them were added by then. */
function countUntil(clients: readonly NotedClient[], moment: Date): number {
  let from = 0
  let to = clients.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((clients[middle] as NotedClient).createdAt <= moment) from = middle + 1
    else to = middle
  }
  return from
}

const additions = [
  'Correction: the date above was wrong, it is a day later.',
  'Update: settled by phone the next morning.',
  'Added after review: release of information is on file.',
  'Corrected the amount, it was a typo.',
  'PS: 25 minutes of travel on top.',
] as const

function laterEdit(createdAt: Date, authors: readonly Author[], chance: Chance, calendar: Calendar) {
  const at = new Date(
    createdAt.getTime() + chance.below(4) * 24 * 60 * 60_000 + (15 + chance.below(90)) * 60_000,
  )
  const editors = authors.filter(({ role }) => mayChangeNote(role, { createdAt }, at))
  if (editors.length === 0 || at > calendar.startOfToday) return null
  return { at, byEmail: chance.pick(editors).email, addition: chance.pick(additions) }
}
