import { faker } from '@faker-js/faker/locale/en_US'
import { can } from '#contract/access/permissions.ts'
import { daysAfter } from '#contract/calendar-date.ts'
import { wasOpenOn } from '#contract/goals/fields.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { mayChangeNote } from '#contract/notes/rules.ts'
import { type FieldValue, namesOf } from '#contract/record-field.ts'
import { columnValues } from '#server/database/field-columns.ts'
import type { Calendar } from './calendar.ts'
import { madeUpValues } from './records.ts'
import { type Author, type MadeUpRows, type NoteClient, seedId } from './store.ts'
import { fillIn, texts } from './texts.ts'

/** Neither list may be empty. */
export function makeNote(
  index: number,
  clients: readonly NoteClient[],
  authors: readonly Author[],
  calendar: Calendar,
): MadeUpRows {
  const { client, createdAt } = drawMeeting(index, clients, calendar)
  const daysAgo = calendar.daysAgo(createdAt)
  const worker = authors.find(({ id: authorId }) => authorId === client.assignedTo)
  const author = (faker.datatype.boolean(0.8) && worker) || faker.helpers.arrayElement(authors)
  const after = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000)
  const isOlder = daysAgo > 7
  const editor =
    isOlder && faker.datatype.boolean(0.01)
      ? authors.find(({ role }) => mayChangeNote(role, { createdAt }, after(60)))
      : undefined
  const day = calendar.dateOf(daysAgo)
  const text = noteText(client, day)
  const facts = faker.datatype.boolean(2 / 3) ? serviceFacts(createdAt, day) : {}
  const goals = facts.contact === 'attempt' ? [] : goalsServed(client, String(facts.serviceDate ?? day))
  const columns = columnValues(namesOf(noteFields), { ...facts, goals, text })
  const id = seedId('notes', index)
  const version = editor ? 2 : 1
  const written = { author_id: author.id, author_email: author.email }
  const note = {
    id,
    client_id: client.id,
    ...columns,
    text: editor ? `${text} ${faker.helpers.arrayElement(texts.corrections)}` : text,
    ...written,
    created_at: createdAt,
    edited_at: editor ? after(60) : null,
    edited_by: editor?.id ?? null,
    edited_by_email: editor?.email ?? null,
    version,
  }
  const earlier = { note_id: id, version: 1, ...columns, text, ...written, written_at: createdAt }
  const { email, name, title } = author
  const signature = { note_id: id, version, signed_at: after(90), email, name, title }
  const isSigned = isOlder && columns.service_date !== null && faker.datatype.boolean(0.8)
  const mayReview = ({ role, id }: Author) =>
    can(role, 'notes:review') && id !== author.id && id !== editor?.id
  const reviewer = isSigned && faker.datatype.boolean(0.3) ? authors.find(mayReview) : undefined
  const comment = faker.helpers.arrayElement([null, 'Good next step.', 'Which county office?'])
  return {
    notes: [note],
    note_versions: editor ? [earlier] : [],
    note_signatures: isSigned ? [signature] : [],
    note_reviews: [reviewer ?? []].flat().map(({ id: employee_id, email, name }) => ({
      note_id: id,
      version,
      reviewed_at: after(2 * 24 * 60),
      employee_id,
      email,
      name,
      comment,
    })),
  }
}

/** When, how long and how the service was provided; half of them have times. */
function serviceFacts(createdAt: Date, serviceDate: string): Record<string, FieldValue> {
  const minutes = faker.helpers.arrayElement([15, 20, 30, 45, 60, 90])
  const isNight = faker.datatype.boolean(0.02)
  const startTime = 60 * (isNight ? 23 : faker.number.int({ min: 9, max: 15 })) + (isNight ? 45 : 0)
  const hasTimes = faker.datatype.boolean()
  const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16)
  const contact = faker.helpers.arrayElement(namesOf(noteFields.contact.choices))
  return {
    ...madeUpValues(noteFields, createdAt),
    serviceDate: isNight ? daysAfter(serviceDate, -1) : serviceDate,
    startTime: hasTimes ? clock(startTime) : null,
    endTime: hasTimes ? clock(startTime + minutes) : null,
    endsNextDay: (isNight && hasTimes) || null,
    minutes,
    service: faker.helpers.arrayElement(namesOf(noteFields.service.choices)),
    contact,
    place: contact === 'in-person' ? faker.helpers.arrayElement(['Library', 'Shelter', 'Apartment']) : null,
  }
}

/** Most notes name a goal that was open on their day. */
function goalsServed({ goals }: NoteClient, day: string): string[] {
  const open = goals.filter((goal) => wasOpenOn(goal, day))
  if (open.length === 0 || faker.datatype.boolean(0.2)) return []
  return faker.helpers.arrayElements(open, { min: 1, max: 2 }).map(({ id }) => id)
}

/** Evenly over three years, about a client who had come by then and mostly had not left. */
function drawMeeting(index: number, clients: readonly NoteClient[], calendar: Calendar) {
  const moment = calendar.recordTime(index)
  for (let attempt = 0; ; attempt += 1) {
    const client = faker.helpers.arrayElement(clients)
    const { createdAt, leftAt } = client
    if (createdAt <= moment && (!leftAt || moment < leftAt)) return { client, createdAt: moment }
    if (attempt === 100) return { client, createdAt: moment > createdAt ? moment : createdAt }
  }
}

/** A few sentences in a row, in a list or in paragraphs. */
function noteText({ firstName, service }: NoteClient, date: string): string {
  const sentences = [
    faker.helpers.arrayElement(service === 'Housing Transition' ? texts.looking : texts.housed),
    ...faker.helpers.arrayElements(texts.details, { min: 0, max: 3 }),
    ...faker.helpers.arrayElements(texts.plans, { min: 0, max: 1 }),
  ]
  const separator = faker.helpers.arrayElement([' ', ' ', ' ', ' ', '\n- ', '\n\n'])
  return fillIn(sentences.join(separator), firstName, date)
}
