import { faker } from '@faker-js/faker/locale/en_US'
import { can } from '#contract/access/permissions.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { mayChangeNote } from '#contract/notes/rules.ts'
import { type FieldValue, namesOf } from '#contract/record-field.ts'
import { columnValues } from '#server/database/entered-fields.ts'
import type { Calendar } from './calendar.ts'
import { additions, briefNotes, intake, type NoteTopic, phrases, topics } from './note-texts.ts'
import { cities, noFixedAddress } from './people.ts'
import { madeUpValues } from './records.ts'
import { type Author, type MadeUpRows, type NoteClient, seedId } from './store.ts'

/** The share of notes that were edited later, if an author was allowed to. */
const editedShare = 0.01

/** `clients` in the order they were added. Neither list may be empty. */
export function makeNote(
  index: number,
  clients: readonly NoteClient[],
  authors: readonly Author[],
  calendar: Calendar,
): MadeUpRows {
  const { client, createdAt } = drawMeeting(index, clients, calendar)
  const author = drawAuthor(client, authors)
  const text = noteText(client, createdAt, calendar)
  const editedAt = new Date(createdAt.getTime() + faker.number.int({ min: 15, max: 105 }) * 60_000)
  const isEdited = faker.datatype.boolean(editedShare) && editedAt < calendar.startOfToday
  const editors = authors.filter(({ role }) => isEdited && mayChangeNote(role, { createdAt }, editedAt))
  const editor = editors.length > 0 ? faker.helpers.arrayElement(editors) : undefined
  const id = seedId('notes', index)
  const optional = { ...madeUpValues(noteFields, createdAt), ...serviceFacts(createdAt, calendar) }
  const facts = columnValues(Object.keys(optional), optional)
  const note = {
    id,
    client_id: client.id,
    ...facts,
    text: editor ? `${text} ${faker.helpers.arrayElement(additions)}` : text,
    author_id: author.id,
    author_email: author.email,
    created_at: createdAt,
    edited_at: editor ? editedAt : null,
    edited_by: editor?.id ?? null,
    edited_by_email: editor?.email ?? null,
    version: editor ? 2 : 1,
  }
  const { author_id, author_email } = note
  const earlier = { note_id: id, version: 1, ...facts, text, author_id, author_email, written_at: createdAt }
  return {
    notes: [note],
    note_versions: editor ? [earlier] : [],
    ...attestations(note, { author, authors, isProof: facts.service_date !== null, calendar }),
  }
}

/** The client's worker, if there is one, writes most of the notes. */
function drawAuthor({ assignedTo }: NoteClient, authors: readonly Author[]): Author {
  const worker = authors.find(({ id }) => id === assignedTo)
  return worker && faker.datatype.boolean(0.8) ? worker : faker.helpers.arrayElement(authors)
}

type WrittenNote = { id: string; version: number; created_at: Date; edited_at: Date | null }

/** Most notes that document a service are signed, and some of those are reviewed; recent ones may be neither yet. */
function attestations(
  { id, version, created_at, edited_at }: WrittenNote,
  { author, authors, isProof, calendar }: NoteAttestation,
): MadeUpRows {
  const after = (minutes: number) => new Date((edited_at ?? created_at).getTime() + minutes * 60_000)
  const [signedAt, reviewedAt] = [after(2), after(faker.number.int({ min: 1, max: 5 }) * 24 * 60)]
  const isSigned = isProof && faker.datatype.boolean(0.8) && signedAt < calendar.startOfToday
  const reviewer = authors.find((one) => can(one.role, 'notes:review') && one.id !== author.id)
  const isReviewed = isSigned && faker.datatype.boolean(0.3) && reviewedAt < calendar.startOfToday
  const { email, name, title } = author
  return {
    note_signatures: isSigned ? [{ note_id: id, version, signed_at: signedAt, email, name, title }] : [],
    note_reviews:
      isReviewed && reviewer
        ? [
            {
              note_id: id,
              version,
              reviewed_at: reviewedAt,
              email: reviewer.email,
              name: reviewer.name,
              comment: faker.helpers.maybe(() => faker.helpers.arrayElement(comments)) ?? null,
            },
          ]
        : [],
  }
}

type NoteAttestation = { author: Author; authors: readonly Author[]; isProof: boolean; calendar: Calendar }

const comments = ['Well described.', 'Add who signs the lease.', 'Good next step.', 'Which county office?']

const hours = [9, 10, 11, 13, 14, 15]
const durations = [15, 20, 30, 45, 60, 90]
const visited = ['Library', 'Shelter', 'County office', 'Apartment', 'Coffee shop']

/** Two of three notes say when, how long and how; half of those also have times. */
function serviceFacts(createdAt: Date, calendar: Calendar): Record<string, FieldValue> {
  if (faker.datatype.boolean(1 / 3))
    return Object.fromEntries(namesOf(noteFields).map((name) => [name, null]))
  const minutes = faker.helpers.arrayElement(durations)
  const hour = faker.helpers.arrayElement(hours)
  const hasTimes = faker.datatype.boolean()
  const contact = faker.helpers.arrayElement(namesOf(noteFields.contact.choices))
  const time = (after: number) =>
    `${String(hour + Math.floor(after / 60)).padStart(2, '0')}:${String(after % 60).padStart(2, '0')}`
  return {
    serviceDate: calendar.midnightUtc(calendar.daysAgo(createdAt)).toISOString().slice(0, 10),
    startTime: hasTimes ? time(0) : null,
    endTime: hasTimes ? time(minutes) : null,
    minutes,
    service: faker.helpers.arrayElement(namesOf(noteFields.service.choices)),
    contact,
    place: contact === 'in-person' ? faker.helpers.arrayElement(visited) : null,
  }
}

/** Draws a note's client and time: evenly over three years, about clients who had come and mostly had not left. */
function drawMeeting(index: number, clients: readonly NoteClient[], calendar: Calendar) {
  const moment = calendar.recordTime(index)
  // If all clients were added later, the note is about the first one.
  const known = Math.max(1, countUntil(clients, moment))
  for (let attempt = 0; ; attempt += 1) {
    const client = clients[faker.number.int(known - 1)] as NoteClient
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

/** Notes are brief, or sentences in a row, in a list or in paragraphs. */
const styles = [
  { weight: 10, value: 'brief' },
  { weight: 65, value: ' ' },
  { weight: 15, value: '\n- ' },
  { weight: 10, value: '\n\n' },
]

function noteText(client: NoteClient, createdAt: Date, calendar: Calendar): string {
  const daysAgo = calendar.daysAgo(createdAt)
  const values = noteValues(client, calendar.midnightUtc(daysAgo))
  const style = faker.helpers.weightedArrayElement(styles)
  if (style === 'brief') return capitalize(fillIn(faker.helpers.arrayElement(briefNotes), values))
  const isNew = calendar.daysAgo(client.createdAt) - daysAgo < 10
  const need =
    client.address === noFixedAddress || client.service === 'Housing Transition' ? 'looking' : 'housed'
  const fitting = topics.filter((topic) => topic.for === undefined || topic.for === need)
  const topic: NoteTopic = isNew && faker.datatype.boolean(0.7) ? intake : faker.helpers.arrayElement(fitting)
  const sentences = [
    faker.helpers.arrayElement(topic.openings),
    ...faker.helpers.arrayElements(topic.details, style === ' ' ? { min: 0, max: 3 } : 3),
    ...faker.helpers.arrayElements(topic.plans, { min: 0, max: 1 }),
  ]
  return capitalize(fillIn(sentences.join(style), values))
}

/** What the placeholders of a note about that client may stand for. */
function noteValues({ firstName, address }: NoteClient, day: Date): Record<string, () => string> {
  const home = cities.find(({ name }) => address.includes(`, ${name},`)) ?? faker.helpers.arrayElement(cities)
  const dollars = (min: number, max: number) =>
    `$${faker.number.int({ min, max, multipleOf: 5 }).toLocaleString('en-US')}`
  const values: Record<string, () => string> = {
    client: () => (faker.datatype.boolean(0.85) ? firstName : 'the client'),
    city: () => home.name,
    county: () => home.county,
    soon: () => workday(day, 1, 10),
    deadline: () => workday(day, 14, 43),
    past: () => workday(day, -9, -5),
    month: () => monthName.format(day),
    rent: () => dollars(650, 1545),
    income: () => dollars(795, 2190),
    fee: () => dollars(20, 165),
  }
  for (const [name, list] of Object.entries(phrases)) values[name] = () => faker.helpers.arrayElement(list)
  return values
}

/** Replaces each `{name}` by a value, which is drawn once. */
export function fillIn(text: string, values: Record<string, () => string>): string {
  const drawn: Record<string, string> = {}
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    drawn[name] ??= values[name]?.() ?? placeholder
    return drawn[name]
  })
}

/** Begins each sentence with a capital. */
const capitalize = (text: string) =>
  text.replace(/(?:^|[.!?]\s+(?:- )?)\p{Ll}/gu, (start) => start.toUpperCase())

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The day of an appointment, such as 'Mon 6/15': some days after `day`, moved from a weekend to Monday. */
function workday(day: Date, min: number, max: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + faker.number.int({ min, max }))
  date.setUTCDate(date.getUTCDate() + ({ 0: 1, 6: 2 }[date.getUTCDay()] ?? 0))
  return `${weekdays[date.getUTCDay()]} ${date.getUTCMonth() + 1}/${date.getUTCDate()}`
}
