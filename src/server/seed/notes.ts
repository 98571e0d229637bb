import { mayChangeNote } from '#contract/notes/rules.ts'
import type { Calendar } from './calendar.ts'
import { briefNotes, intake, topics } from './note-topics.ts'
import { type Random, randomFor } from './random.ts'
import { type Author, type MadeUpRows, type NoteClient, seedId } from './store.ts'
import { additions, cities, noFixedAddress, phrases } from './words.ts'

/** One note in 97 was edited later, if an author was allowed to. */
const editedNotes = { every: 97, at: 41 }

/** `clients` in the order they were added. Neither list may be empty. */
export function makeNote(
  index: number,
  clients: readonly NoteClient[],
  authors: readonly Author[],
  calendar: Calendar,
): MadeUpRows {
  const random = randomFor('note', index)
  const { client, createdAt } = drawMeeting(index, clients, random, calendar)
  const author = random.pick(authors)
  const text = noteText(client, createdAt, random, calendar)
  const editedAt = new Date(createdAt.getTime() + (15 + random.below(90)) * 60_000)
  const editors =
    index % editedNotes.every === editedNotes.at && editedAt < calendar.startOfToday
      ? authors.filter(({ role }) => mayChangeNote(role, { createdAt }, editedAt))
      : []
  const editor = editors.length > 0 ? random.pick(editors) : undefined
  const id = seedId('notes', index)
  const note = {
    id,
    client_id: client.id,
    text: editor ? `${text} ${random.pick(additions)}` : text,
    author_id: author.id,
    author_email: author.email,
    created_at: createdAt,
    edited_at: editor ? editedAt : null,
    edited_by: editor?.id ?? null,
    edited_by_email: editor?.email ?? null,
    version: editor ? 2 : 1,
  }
  const { author_id, author_email } = note
  const earlier = { note_id: id, version: 1, text, author_id, author_email, written_at: createdAt }
  return { notes: [note], note_versions: editor ? [earlier] : [] }
}

/** Draws a note's client and time: evenly over three years, about clients who had come and mostly had not left. */
function drawMeeting(index: number, clients: readonly NoteClient[], random: Random, calendar: Calendar) {
  const moment = calendar.recordTime(index, random)
  // If all clients were added later, the note is about the first one.
  const known = Math.max(1, countUntil(clients, moment))
  for (let attempt = 0; ; attempt += 1) {
    const client = clients[random.below(known)] as NoteClient
    const createdAt = moment > client.createdAt ? moment : client.createdAt
    if (attempt === 6 || !client.leftAt || client.leftAt > createdAt) return { client, createdAt }
  }
}

/** How many of the clients, which are ordered by time, were added by then. */
function countUntil(clients: readonly NoteClient[], moment: Date): number {
  let from = 0
  let to = clients.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((clients[middle] as NoteClient).createdAt <= moment) from = middle + 1
    else to = middle
  }
  return from
}

/** How often each style is drawn: a brief note, or what separates the sentences of a longer one. */
const styles = { brief: 10, ' ': 65, '\n- ': 15, '\n\n': 10 }

function noteText(client: NoteClient, createdAt: Date, random: Random, calendar: Calendar): string {
  const daysAgo = calendar.daysAgo(createdAt)
  const lookUp = placeholderValues(client, calendar.midnightUtc(daysAgo), random)
  const style = random.weighted(styles)
  if (style === 'brief') return fill(random.pick(briefNotes), lookUp)
  const isNew = calendar.daysAgo(client.createdAt) - daysAgo < 10
  const topic = isNew && random.happens(0.7) ? intake : random.pick(topics.filter(isFor(client)))
  const details = pickSeveral(topic.details, style === ' ' ? random.below(4) : 3, random)
  const plan = random.happens(0.75) ? [random.pick(topic.plans)] : []
  return [random.pick(topic.openings), ...details, ...plan].map((text) => fill(text, lookUp)).join(style)
}

function isFor({ address, service }: NoteClient) {
  const need = address === noFixedAddress || service === 'Housing Transition' ? 'looking' : 'housed'
  return (topic: { for?: string }) => topic.for === undefined || topic.for === need
}

/** Picks `count` different texts: every second one, starting at a random one. */
function pickSeveral(texts: readonly string[], count: number, random: Random): string[] {
  const first = random.below(texts.length)
  return Array.from({ length: count }, (_, turn) => texts[(first + 2 * turn) % texts.length] ?? '')
}

/** Looks up the value of `{name}` for the texts of one note, and draws each value once. */
function placeholderValues({ firstName, address }: NoteClient, day: Date, random: Random) {
  const home = cities.find(({ name }) => address.includes(`, ${name},`)) ?? random.pick(cities)
  const drawn: Record<string, string> = {
    client: random.happens(0.85) ? firstName : 'the client',
    city: home.name,
    county: home.county,
  }
  const draw: Record<string, () => string> = {
    soon: () => shortDate(workday(day, 1 + random.below(10))),
    deadline: () => shortDate(workday(day, 14 + random.below(30))),
    past: () => shortDate(workday(day, -9 + random.below(5))),
    month: () => monthName.format(day),
    rent: () => dollars(650 + 5 * random.below(180)),
    income: () => dollars(794 + random.below(1400)),
    fee: () => dollars(20 + 5 * random.below(30)),
  }
  for (const [name, list] of Object.entries(phrases)) draw[name] = () => random.pick(list)
  return (name: string) => {
    drawn[name] ??= draw[name]?.() ?? `{${name}}`
    return drawn[name]
  }
}

/** Replaces the placeholders and capitalizes each sentence. */
function fill(text: string, lookUp: (name: string) => string): string {
  return text
    .replace(/\{(\w+)\}/g, (_, name: string) => lookUp(name))
    .replace(/(?:^|[.!?] )\p{Ll}/gu, (start) => start.toUpperCase())
}

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const shortDate = (date: Date) =>
  `${weekdays[date.getUTCDay()]} ${date.getUTCMonth() + 1}/${date.getUTCDate()}`

const oneDay = 24 * 60 * 60 * 1000

/** That many days after `day`, moved from a weekend to Monday. */
function workday(day: Date, days: number): Date {
  const date = new Date(day.getTime() + days * oneDay)
  const shift = { 0: 1, 6: 2 }[date.getUTCDay()] ?? 0
  return new Date(date.getTime() + shift * oneDay)
}
