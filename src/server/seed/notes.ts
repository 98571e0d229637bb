import { faker } from '@faker-js/faker/locale/en_US'
import { can } from '#contract/access/permissions.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { mayChangeNote } from '#contract/notes/rules.ts'
import { type FieldValue, namesOf } from '#contract/record-field.ts'
import { columnValues } from '#server/database/entered-fields.ts'
import type { Calendar } from './calendar.ts'
import { additions, briefNotes, intake, type NoteTopic, phrases, topics } from './note-texts.ts'
import { cities, noFixedAddress } from './people.ts'
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
  const facts = columnValues(factNames, serviceFacts(createdAt, calendar))
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
    ...attestations(note, author, authors, calendar),
  }
}

/** The client's worker, if there is one, writes most of the notes. */
function drawAuthor({ assignedTo }: NoteClient, authors: readonly Author[]): Author {
  const worker = authors.find(({ id }) => id === assignedTo)
  return worker && faker.datatype.boolean(0.8) ? worker : faker.helpers.arrayElement(authors)
}

/** Most notes that document a service are signed, and some of those are reviewed; recent ones may be neither yet. */
function attestations(
  note: { id: string; version: number; created_at: Date; edited_at: Date | null; service_date?: FieldValue },
  { email, name, title, id }: Author,
  authors: readonly Author[],
  { startOfToday }: Calendar,
): MadeUpRows {
  const after = (minutes: number) =>
    new Date((note.edited_at ?? note.created_at).getTime() + minutes * 60_000)
  const [signed_at, reviewed_at] = [after(2), after(faker.number.int({ min: 1, max: 5 }) * 24 * 60)]
  if (!note.service_date || faker.datatype.boolean(0.2) || signed_at >= startOfToday) return {}
  const of = { note_id: note.id, version: note.version }
  const reviewer = authors.find((one) => can(one.role, 'notes:review') && one.id !== id)
  const isReviewed = reviewer && faker.datatype.boolean(0.3) && reviewed_at < startOfToday
  const comment = faker.helpers.maybe(() => faker.helpers.arrayElement(comments)) ?? null
  return {
    note_signatures: [{ ...of, signed_at, email, name, title }],
    note_reviews: isReviewed
      ? [{ ...of, reviewed_at, email: reviewer.email, name: reviewer.name, comment }]
      : [],
  }
}

const comments = ['Well described.', 'Add who signs the lease.', 'Good next step.', 'Which county office?']

const factNames = namesOf(noteFields).filter((name) => name !== 'text')
const hours = [9, 10, 11, 13, 14, 15]
const durations = [15, 20, 30, 45, 60, 90]
const visited = ['Library', 'Shelter', 'County office', 'Apartment', 'Coffee shop']

/** Two of three notes say when, how long and how; half of those also have times. */
function serviceFacts(createdAt: Date, calendar: Calendar): Record<string, FieldValue> {
  if (faker.datatype.boolean(1 / 3)) return {}
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
  // Clients came evenly, too: at that moment, this many were there.
  const known = Math.max(1, Math.floor(clients.length * calendar.passed(moment)))
  const drawn = [1, 2, 3, 4].map(() => clients[faker.number.int(known - 1)] as NoteClient)
  const client = drawn.find(({ leftAt }) => !leftAt || leftAt > moment) ?? (drawn[0] as NoteClient)
  return { client, createdAt: moment > client.createdAt ? moment : client.createdAt }
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
    soon: () => dayAfter(day, 1, 10),
    deadline: () => dayAfter(day, 14, 43),
    past: () => dayAfter(day, -9, -5),
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
const dayName = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'numeric',
  day: 'numeric',
  timeZone: 'UTC',
})

/** The day of an appointment, such as 'Mon, 6/15', some days after `day`. */
function dayAfter(day: Date, min: number, max: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + faker.number.int({ min, max }))
  return dayName.format(date)
}
