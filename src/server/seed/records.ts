import { faker } from '@faker-js/faker/locale/en_US'
import type { Role } from '#contract/access/roles.ts'
import { clientFields } from '#contract/clients/fields.ts'
import type { ClientInput } from '#contract/clients/schema.ts'
import type { ClientStatus } from '#contract/clients/statuses.ts'
import { type FieldValue, namesOf, type RecordField, type RecordFields } from '#contract/record-field.ts'
import { newClient } from '#server/clients/store.ts'
import type { Calendar } from './calendar.ts'
import { asciiLetters, birthDate, emailOf, makePerson, noFixedAddress } from './people.ts'
import { type Author, type MadeUpRows, seedId } from './store.ts'

/** In turn: even the first few employees include one who may edit notes. None is a super-admin. */
const roles: readonly Role[] = ['manager', 'employee', 'employee', 'admin', 'employee', 'manager', 'employee']

const titles: Record<Role, string> = {
  'super-admin': 'Director',
  admin: 'Office administrator',
  manager: 'Program manager',
  employee: 'Case worker',
}

/** In days: employees were added three to five years ago, before the oldest note. */
const hired = { min: 3 * 365 + 1, max: 5 * 365 }

/** The number makes the email address unique. */
export function makeEmployee(index: number, calendar: Calendar): MadeUpRows {
  const { firstName, lastName, phone, home } = makePerson()
  const createdAt = calendar.onDay(faker.number.int(hired))
  const role = roles[index % roles.length] ?? 'employee'
  const employee = {
    id: seedId('employees', index),
    made_up: true,
    first_name: firstName,
    last_name: lastName,
    dob: birthDate(createdAt),
    email: `${asciiLetters(firstName)}.${asciiLetters(lastName)}${index + 1}@staff.example`,
    phone,
    address: home,
    role,
    title: titles[role],
    created_at: createdAt,
    updated_at: createdAt,
  }
  return { employees: [employee] }
}

const services = namesOf(clientFields.service.choices)

export function makeClient(index: number, calendar: Calendar, employees: readonly Author[]): MadeUpRows {
  const { firstName, lastName, phone, home } = makePerson()
  const createdAt = calendar.recordTime(index)
  const history = statusHistory(index, createdAt, calendar)
  const id = seedId('clients', index)
  const isHoused = faker.datatype.boolean(0.86)
  const input: ClientInput = {
    ...madeUpValues(clientFields, createdAt),
    firstName,
    lastName,
    status: history.at(-1)?.status ?? null,
    service: faker.helpers.arrayElement(isHoused ? services : services.slice(0, 3)),
    email: emailOf(firstName, lastName),
    phone,
    address: isHoused ? home : noFixedAddress,
    dateOfBirth: birthDate(createdAt),
    ...personFacts(firstName),
    assignedTo: workerOf(index, history.at(-1)?.status, employees)?.id ?? null,
  }
  const client = {
    ...newClient(input, createdAt),
    id,
    made_up: true,
    version: history.length,
    updated_at: history.at(-1)?.at ?? createdAt,
  }
  const statusChanges = history.map(({ status, at }, step) => ({
    client_id: id,
    from_status: history[step - 1]?.status ?? null,
    to_status: status,
    changed_at: at,
    changed_by: employees.length > 0 ? faker.helpers.arrayElement(employees).id : null,
  }))
  const assignment = {
    client_id: id,
    employee_id: client.assigned_to,
    started_at: createdAt,
    started_by: client.assigned_to,
  }
  return {
    clients: [client],
    client_status_changes: statusChanges,
    client_assignments: client.assigned_to ? [assignment] : [],
    papers: papersOf(id, client.assigned_to ?? null, createdAt, calendar),
    follow_ups: client.assigned_to ? followUpsOf(id, client.assigned_to, createdAt, calendar) : [],
  }
}

const tasks = [
  'Ask the landlord about the lease.',
  'Bring the birth certificate to the county.',
  'Call about the waiting list.',
  'Send the application.',
  'Tour the apartment together.',
  'Renew the release.',
  'Check whether the security deposit arrived.',
  'Call the doctor’s office for the letter.',
]

/** One of three clients has follow-ups: overdue, due and completed ones. */
function followUpsOf(client: string, worker: string, since: Date, calendar: Calendar) {
  if (faker.datatype.boolean(2 / 3)) return []
  return faker.helpers.arrayElements(tasks, { min: 1, max: 3 }).map((what) => {
    const dueInDays = faker.number.int({ min: -21, max: 14 })
    const createdAt = calendar.onDay(faker.number.int({ min: Math.max(1, -dueInDays), max: 30 }))
    const isDone = dueInDays < 0 && faker.datatype.boolean(0.8)
    return {
      id: faker.string.uuid(),
      client_id: client,
      due_on: calendar.midnightUtc(-dueInDays).toISOString().slice(0, 10),
      what,
      assigned_to: worker,
      created_at: createdAt > since ? createdAt : since,
      created_by: worker,
      done_at: isDone ? calendar.onDay(-dueInDays) : null,
      done_by: isDone ? worker : null,
      version: isDone ? 2 : 1,
    }
  })
}

const recipients = ['Hennepin County', 'Ramsey County', 'The landlord', 'The clinic', 'Catholic Charities']
const places = ['Filing cabinet A', 'Filing cabinet B', 'Scan on the office computer']

/** The privacy notice that everyone gets, and releases of some: valid, about to expire and expired. */
function papersOf(client: string, worker: string | null, since: Date, calendar: Calendar) {
  const paper = {
    client_id: client,
    to_whom: null,
    purpose: null,
    expires_on: null,
    kept_at: faker.helpers.arrayElement(places),
    created_at: since,
    created_by: worker,
  }
  const day = (daysAgo: number) => calendar.midnightUtc(daysAgo).toISOString().slice(0, 10)
  const notice = {
    ...paper,
    id: faker.string.uuid(),
    kind: 'privacy-notice',
    signed_on: since.toISOString().slice(0, 10),
  }
  if (faker.datatype.boolean(0.6)) return [notice]
  const signedDaysAgo = faker.number.int({ min: 1, max: 380 })
  const release = {
    ...paper,
    id: faker.string.uuid(),
    kind: 'release',
    to_whom: faker.helpers.arrayElement(recipients),
    purpose: 'Application for housing',
    signed_on: day(signedDaysAgo),
    expires_on: day(signedDaysAgo - 365),
    created_at: calendar.onDay(signedDaysAgo),
  }
  return [notice, release]
}

const clientsPerWorker = 25

/** The client's worker. Every tenth client is unassigned, and so are those who have left. */
function workerOf(index: number, status: ClientStatus | null | undefined, employees: readonly Author[]) {
  if (status === 'discharged' || index % 10 === 9) return undefined
  return employees[Math.floor(index / clientsPerWorker) % employees.length]
}

const languages = ['Somali', 'Spanish', 'Hmong', 'Karen', 'Oromo', 'Vietnamese']

const alerts = [
  'Call after 4 pm.',
  'Don’t leave the organization’s name on voicemail.',
  'A former partner must not learn the address.',
  'Uses a wheelchair; meet on the ground floor.',
]

/** Most of these facts are known about only a few people. */
function personFacts(firstName: string) {
  const sometimes = <Value>(probability: number, value: () => Value) =>
    faker.helpers.maybe(value, { probability }) ?? null
  const preferredLanguage = sometimes(0.3, () => faker.helpers.arrayElement(languages))
  return {
    preferredName: sometimes(0.06, () => firstName.slice(0, 3).trim()),
    preferredLanguage,
    interpreter: preferredLanguage ? faker.datatype.boolean(0.7) : null,
    mayText: sometimes(0.5, () => faker.datatype.boolean(0.8)),
    mayLeaveVoicemail: sometimes(0.4, () => faker.datatype.boolean(0.7)),
    mayEmail: sometimes(0.3, () => faker.datatype.boolean(0.6)),
    safeAtHome: sometimes(0.1, () => faker.datatype.boolean(0.3)),
    alert: sometimes(0.05, () => faker.helpers.arrayElement(alerts)),
  }
}

/** Values for optional fields, by their kind; every other one stays empty. */
export function madeUpValues(fields: RecordFields, createdAt: Date): Record<string, FieldValue> {
  const optional = Object.entries(fields).filter(([, { required }]) => required === undefined)
  return Object.fromEntries(
    optional.map(([name, field]) => [name, faker.helpers.maybe(() => madeUpValue(field, createdAt)) ?? null]),
  )
}

function madeUpValue(field: RecordField, refDate: Date): FieldValue {
  const { kind, choices = {}, min = 0, max = 1000, example = null } = field
  // Only employees who exist.
  if (kind === 'employee') return null
  if (kind === 'choice') return faker.helpers.arrayElement(namesOf(choices))
  if (kind === 'yes-no') return faker.datatype.boolean()
  if (kind === 'number') return faker.number.int({ min, max })
  if (kind === 'date') return faker.date.past({ refDate }).toISOString().slice(0, 10)
  if (kind === 'time') return faker.date.past({ refDate }).toISOString().slice(11, 16)
  return example
}

/** One client in fifty has no status, as imported records may. */
const withoutStatus = { every: 50, at: 17 }

/** Clients added longer ago than this have the histories of older clients. */
const settlingDays = 45

/** How often each status history is drawn; its last status is the current one. */
const newClients: History[] = [
  { weight: 55, value: ['active'] },
  { weight: 45, value: ['pending'] },
]
const olderClients: History[] = [
  { weight: 25, value: ['active'] },
  { weight: 28, value: ['pending', 'active'] },
  { weight: 10, value: ['active', 'inactive', 'active'] },
  { weight: 8, value: ['pending'] },
  { weight: 8, value: ['active', 'inactive'] },
  { weight: 4, value: ['pending', 'inactive'] },
  { weight: 8, value: ['active', 'discharged'] },
  { weight: 9, value: ['pending', 'active', 'discharged'] },
]

interface History {
  weight: number
  value: ClientStatus[]
}

function statusHistory(index: number, intake: Date, calendar: Calendar) {
  if (index % withoutStatus.every === withoutStatus.at) return [{ status: null, at: intake }]
  let daysAgo = calendar.daysAgo(intake)
  const statuses = faker.helpers.weightedArrayElement(daysAgo > settlingDays ? olderClients : newClients)
  return statuses.map((status, step) => {
    if (step === 0) return { status, at: intake }
    daysAgo -= faker.number.int({ min: 1, max: Math.floor((daysAgo - 1) / (statuses.length - step)) })
    return { status, at: calendar.onDay(daysAgo) }
  })
}
