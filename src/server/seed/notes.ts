import { mayChangeNote } from '#contract/notes/rules.ts'
import type { Calendar } from './calendar.ts'
import { briefNotes, intake, topics } from './note-topics.ts'
import { type Random, randomFor } from './random.ts'
import { type Author, type MadeUpRows, type NotedClient, seedId } from './store.ts'
import { additions, cities, noFixedAddress, phrases } from './words.ts'

/** One note in 97 was changed later, if one of the authors was allowed to. */
const changed = { every: 97, at: 41 }

/** `clients` in the order in which they were added; neither they nor the authors may be empty. */
export function madeUpNote(
  index: number,
  clients: readonly NotedClient[],
  authors: readonly Author[],
  calendar: Calendar,
): MadeUpRows {
  const random = randomFor('note', index)
  const { client, createdAt } = meeting(index, clients, random, calendar)
  const author = random.pick(authors)
  const text = noteText(client, createdAt, random, calendar)
  const editedAt = new Date(createdAt.getTime() + (15 + random.below(90)) * 60_000)
  const editors =
    index % changed.every === changed.at && editedAt < calendar.startOfToday
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
    edited_by_email: editor?.email ?? null,
    version: editor ? 2 : 1,
  }
  const earlier = { note_id: id, version: 1, text, author_email: author.email, written_at: createdAt }
  return { notes: [note], note_versions: editor ? [earlier] : [] }
}

/** Evenly over three years, each time with a client who was there already and, mostly, had not left. */
function meeting(index: number, clients: readonly NotedClient[], random: Random, calendar: Calendar) {
  const moment = calendar.momentOf(index, random)
  // Where all clients were added only later: with the first of them, when they were added.
  const known = Math.max(1, countUntil(clients, moment))
  for (let attempt = 0; ; attempt += 1) {
    const client = clients[random.below(known)] as NotedClient
    const createdAt = moment > client.createdAt ? moment : client.createdAt
    if (attempt === 6 || !client.leftAt || client.leftAt > createdAt) return { client, createdAt }
  }
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

/** In a hurry, as a paragraph, as a list, or in paragraphs. */
const styles = { brief: 10, ' ': 65, '\n- ': 15, '\n\n': 10 }

function noteText(client: NotedClient, createdAt: Date, random: Random, calendar: Calendar): string {
  const daysAgo = calendar.daysAgo(createdAt)
  const slots = slotsFor(client, calendar.midnightUtc(daysAgo), random)
  const style = random.weighted(styles)
  if (style === 'brief') return fill(random.pick(briefNotes), slots)
  const isNew = calendar.daysAgo(client.createdAt) - daysAgo < 10
  const topic = isNew && random.happens(0.7) ? intake : random.pick(topics.filter(isFor(client)))
  const details = several(topic.details, style === ' ' ? random.below(4) : 3, random)
  const plan = random.happens(0.75) ? [random.pick(topic.plans)] : []
  return [random.pick(topic.openings), ...details, ...plan].map((text) => fill(text, slots)).join(style)
}

function isFor({ address, service }: NotedClient) {
  const need = address === noFixedAddress || service === 'Housing Transition' ? 'looking' : 'housed'
  return (topic: { for?: string }) => topic.for === undefined || topic.for === need
}

/** So many different ones, in the order in which they are written down. */
function several(texts: readonly string[], count: number, random: Random): string[] {
  const first = random.below(texts.length)
  return Array.from({ length: count }, (_, turn) => texts[(first + 2 * turn) % texts.length] ?? '')
}

/** What stands for `{name}` in the texts of one note: each is drawn once. */
function slotsFor({ firstName, address }: NotedClient, day: Date, random: Random) {
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

/** With a capital letter at the beginning of each sentence. */
function fill(text: string, slots: (name: string) => string): string {
  return text
    .replace(/\{(\w+)\}/g, (_, name: string) => slots(name))
    .replace(/(?:^|[.!?] )\p{Ll}/gu, (start) => start.toUpperCase())
}

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const shortDate = (date: Date) =>
  `${weekdays[date.getUTCDay()]} ${date.getUTCMonth() + 1}/${date.getUTCDate()}`

const oneDay = 24 * 60 * 60 * 1000

/** So many days from `day`, on the Monday after it where that is a weekend. */
function workday(day: Date, days: number): Date {
  const date = new Date(day.getTime() + days * oneDay)
  const shift = { 0: 1, 6: 2 }[date.getUTCDay()] ?? 0
  return new Date(date.getTime() + shift * oneDay)
}
