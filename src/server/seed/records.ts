import { faker } from '@faker-js/faker/locale/en_US'
import { authorizationFields } from '#contract/authorizations/fields.ts'
import type { ClientRecordKind } from '#contract/client-records/schema.ts'
import { clientFields } from '#contract/clients/fields.ts'
import { type FieldValue, namesOf, type RecordField, type RecordFields } from '#contract/record-field.ts'
import { newClient } from '#server/clients/store.ts'
import type { Calendar } from './calendar.ts'
import { filesOf } from './files.ts'
import { birthDate, emailOf, makePerson, noFixedAddress } from './people.ts'
import { type Author, type MadeUpRows, seedId } from './store.ts'
import { fillIn, texts } from './texts.ts'

/** In turn: even the first few employees include one who may edit notes. None is a super-admin. */
const roles = ['manager', 'employee', 'employee', 'admin', 'employee'] as const
const titles = { admin: 'Office administrator', manager: 'Program manager', employee: 'Case worker' }

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
    email: emailOf(firstName, `${lastName}${index + 1}`, 'staff.example'),
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
  const { firstName, lastName, phone, home, county } = makePerson()
  const createdAt = calendar.recordTime(index)
  const history = statusHistory(index, createdAt, calendar)
  const id = seedId('clients', index)
  const isHoused = faker.datatype.boolean(0.86)
  const { status = null, at: updatedAt = createdAt } = history.at(-1) ?? {}
  const worker = workerOf(index, status, employees)
  const client = {
    ...newClient(
      {
        ...madeUpValues(clientFields, createdAt),
        ...personFacts(firstName),
        firstName,
        lastName,
        status,
        service: faker.helpers.arrayElement(isHoused ? services : services.slice(0, 3)),
        email: emailOf(firstName, lastName, 'example.org'),
        phone,
        address: isHoused ? home : noFixedAddress,
        county,
        // Plainly made up; one client in five has none.
        pmi: index % 5 === 4 ? null : String(99_000_000 + index),
        dateOfBirth: birthDate(createdAt),
        assignedTo: worker,
      },
      createdAt,
    ),
    id,
    made_up: true,
    version: history.length,
    updated_at: updatedAt,
  }
  const statusChanges = history.map(({ status, at }, step) => ({
    client_id: id,
    from_status: history[step - 1]?.status ?? null,
    to_status: status,
    changed_at: at,
    changed_by: employees.length > 0 ? faker.helpers.arrayElement(employees).id : null,
  }))
  const assignment = { client_id: id, employee_id: worker, started_at: createdAt, started_by: worker }
  const made = worker ? followUpsOf(id, worker, createdAt, calendar) : []
  const goals = goalsOf(id, worker, createdAt, calendar)
  const homes = homesOf(client, worker, calendar)
  return {
    clients: [client],
    client_status_changes: statusChanges,
    client_assignments: worker ? [assignment] : [],
    papers: papersOf(id, worker, createdAt, calendar),
    people: peopleOf(id, worker, createdAt, homes),
    homes,
    authorizations: authorizationsOf(id, worker, createdAt, calendar),
    ...filesOf(index, id, worker, createdAt),
    follow_ups: made.map(({ followUp }) => followUp),
    goals: goals.map(({ goal }) => goal),
    client_record_versions: [...made, ...goals].flatMap(({ earlier }) => earlier),
  }
}

const clientsPerWorker = 25

/** The client's worker. Every tenth client is unassigned, and so are those who have left. */
function workerOf(index: number, status: string | null, employees: readonly Author[]): string | null {
  if (status === 'discharged' || index % 10 === 9) return null
  return employees[Math.floor(index / clientsPerWorker) % employees.length]?.id ?? null
}

/** Statuses in turn, the last of which is the current one; more likely ones are listed more than once. */
const histories = [
  ['active'],
  ['active'],
  ['pending', 'active'],
  ['pending', 'active'],
  ['active', 'inactive', 'active'],
  ['pending'],
  ['active', 'inactive'],
  ['pending', 'active', 'discharged'],
] as const

function statusHistory(index: number, intake: Date, calendar: Calendar) {
  // One client in fifty has no status, as imported records may.
  if (index % 50 === 17) return [{ status: null, at: intake }]
  let daysAgo = calendar.daysAgo(intake)
  // New ones have had time for one status only.
  const statuses = faker.helpers.arrayElement(daysAgo > 45 ? histories : ([['active'], ['pending']] as const))
  return statuses.map((status, step) => {
    if (step === 0) return { status, at: intake }
    daysAgo -= faker.number.int({ min: 1, max: Math.floor((daysAgo - 1) / (statuses.length - step)) })
    return { status, at: calendar.onDay(daysAgo) }
  })
}

const alerts = ['Call after 4 pm.', 'Uses a wheelchair; meet on the ground floor.']
const languages = ['Somali', 'Spanish', 'Hmong', 'Karen']

/** Optional fields whose example would not fit everyone. */
function personFacts(firstName: string) {
  const preferredLanguage = faker.helpers.arrayElement([...languages, null, null, null, null, null, null])
  return {
    preferredName: faker.datatype.boolean(0.06) ? firstName.slice(0, 3).trim() : null,
    preferredLanguage,
    interpreter: preferredLanguage === null ? null : faker.datatype.boolean(),
    safeAtHome: faker.datatype.boolean(0.03) || null,
    alert: faker.datatype.boolean(0.06) ? faker.helpers.arrayElement(alerts) : null,
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

const tasks = [
  'Ask the landlord about the lease.',
  'Bring the birth certificate to the county.',
  'Call about the waiting list.',
  'Check whether the security deposit arrived.',
]

/** One in three clients has follow-ups: overdue, due and completed ones. */
function followUpsOf(client: string, worker: string, since: Date, calendar: Calendar) {
  if (faker.datatype.boolean(2 / 3)) return []
  return faker.helpers.arrayElements(tasks, { min: 1, max: 3 }).map((what) => {
    const dueDaysAgo = faker.number.int({ min: -14, max: 21 })
    const createdAt = calendar.onDay(Math.max(1, dueDaysAgo) + 7)
    const isDone = dueDaysAgo > 0 && faker.datatype.boolean(0.8)
    const followUp = {
      id: faker.string.uuid(),
      client_id: client,
      on: calendar.dateOf(dueDaysAgo),
      what,
      assigned_to: worker,
      created_at: createdAt > since ? createdAt : since,
      created_by: worker,
      ...{ done_at: null, done_by: null, edited_at: null, edited_by: null, version: 1 },
    }
    if (!isDone) return { followUp, earlier: [] }
    const doneAt = calendar.onDay(dueDaysAgo)
    const done = { done_at: doneAt, done_by: worker, edited_at: doneAt, edited_by: worker, version: 2 }
    return { followUp: { ...followUp, ...done }, earlier: [firstVersion('follow-up', followUp)] }
  })
}

/** A record as it was added, before it was changed. */
function firstVersion(kind: ClientRecordKind, record: { id: string; client_id: string; created_at: Date }) {
  return {
    record_id: record.id,
    version: 1,
    kind,
    client_id: record.client_id,
    record: { ...record, created_at: record.created_at.toISOString() },
  }
}

const plans = [
  'Find a one-bedroom apartment near the light rail',
  'Pay the rent by the fifth of each month',
  'Get a birth certificate and a state ID',
  'Save $400 for the security deposit',
  'Find a doctor and keep the appointments',
]

/** Two clients in three have a plan, some goals of which were reached or dropped. */
function goalsOf(client: string, worker: string | null, since: Date, calendar: Calendar) {
  if (faker.datatype.boolean(1 / 3)) return []
  const daysHere = calendar.daysAgo(since)
  return faker.helpers.arrayElements(plans, { min: 1, max: 3 }).map((text, number) => {
    // The first one at intake.
    const agreedDaysAgo = number === 0 ? daysHere : faker.number.int(daysHere)
    const createdAt = calendar.onDay(agreedDaysAgo)
    const goal = {
      id: faker.string.uuid(),
      client_id: client,
      text,
      agreed_on: calendar.dateOf(agreedDaysAgo),
      target_on: faker.datatype.boolean(0.7) ? calendar.dateOf(agreedDaysAgo - 180) : null,
      created_at: createdAt > since ? createdAt : since,
      created_by: worker,
      ...{ state: 'open', state_on: null, outcome: null, edited_at: null, edited_by: null, version: 1 },
    }
    if (agreedDaysAgo < 60 || faker.datatype.boolean(0.4)) return { goal, earlier: [] }
    const endedDaysAgo = faker.number.int({ min: 1, max: agreedDaysAgo - 30 })
    const isReached = faker.datatype.boolean(0.8)
    const ended = {
      state: isReached ? 'reached' : 'dropped',
      state_on: calendar.dateOf(endedDaysAgo),
      outcome: isReached ? null : 'The client has other plans now.',
      ...{ edited_at: calendar.onDay(endedDaysAgo), edited_by: worker, version: 2 },
    }
    return { goal: { ...goal, ...ended }, earlier: [firstVersion('goal', goal)] }
  })
}

/** The privacy notice that everyone gets, and releases of some: valid, about to expire and expired. */
function papersOf(client: string, worker: string | null, since: Date, calendar: Calendar) {
  const paper = (signedDaysAgo: number, rest: object) => ({
    id: faker.string.uuid(),
    client_id: client,
    kind: 'privacy-notice',
    to: null,
    purpose: null,
    where: faker.helpers.arrayElement(['Filing cabinet A', 'Filing cabinet B']),
    signed_on: calendar.dateOf(signedDaysAgo),
    expires_on: null,
    created_at: calendar.onDay(signedDaysAgo),
    created_by: worker,
    ...rest,
  })
  const notice = paper(calendar.daysAgo(since), { created_at: since })
  if (faker.datatype.boolean(0.6)) return [notice]
  const daysAgo = faker.number.int({ min: 1, max: 380 })
  const release = {
    kind: 'release',
    to: faker.helpers.arrayElement(['Hennepin County', 'Ramsey County', 'The landlord']),
    purpose: 'Application for housing',
    expires_on: calendar.dateOf(daysAgo - 365),
  }
  return [notice, paper(daysAgo, release)]
}

/** Members of the household are children. Who has a lease has a landlord. */
function peopleOf(
  client: string,
  worker: string | null,
  since: Date,
  homes: readonly { rent: unknown; left_on: string | null }[],
) {
  const hasLease = homes.some(({ rent, left_on }) => rent !== null && left_on === null)
  const peopleShares = { emergency: 0.5, guardian: 0.05, household: 0.25, landlord: hasLease ? 0.7 : 0 }
  const relations = namesOf(peopleShares).filter((relation) => faker.datatype.boolean(peopleShares[relation]))
  return relations.map((relation) => {
    const { firstName, lastName, phone } = makePerson()
    const isChild = relation === 'household'
    return {
      id: faker.string.uuid(),
      client_id: client,
      relation,
      name: `${firstName} ${lastName}`,
      phone: isChild ? null : phone,
      born_on: isChild ? birthDate(since, { min: 1, max: 17 }) : null,
      may_contact: isChild ? null : faker.datatype.boolean(0.9),
      created_at: since,
      created_by: worker,
    }
  })
}

const reasonsForLeaving = ['Moved in with family', 'Evicted', 'Moved to a larger apartment']

/** Half of the clients have homes: where they lived before and, if they are housed, since. A few have left again. */
function homesOf(client: HousedClient, worker: string | null, calendar: Calendar) {
  if (faker.datatype.boolean()) return []
  const intakeDaysAgo = calendar.daysAgo(client.created_at)
  const movedDaysAgo = faker.number.int({ min: Math.max(0, intakeDaysAgo - 180), max: intakeDaysAgo })
  const home = (kind: string, movedInDaysAgo: number, rest: object = {}) => ({
    id: faker.string.uuid(),
    client_id: client.id,
    kind,
    ...{ address: null, rent: null, share: null, subsidy: null, lease_ends_on: null },
    ...{ left_on: null, left_reason: null },
    moved_in_on: calendar.dateOf(movedInDaysAgo),
    created_at: client.created_at,
    created_by: worker,
    ...rest,
  })
  const daysBefore = faker.number.int({ min: intakeDaysAgo - movedDaysAgo + 1, max: intakeDaysAgo + 300 })
  const formerKind = faker.helpers.arrayElement(['shelter', 'family-or-friends', 'outside', 'institution'])
  const before = home(formerKind, movedDaysAgo + daysBefore)
  if (client.address === noFixedAddress) return [before]
  const rent = faker.number.int({ min: 650, max: 1600 })
  const hasLeft = movedDaysAgo > 0 && faker.datatype.boolean(0.15)
  const lease = home(faker.helpers.arrayElement(['lease', 'lease', 'housing-support']), movedDaysAgo, {
    address: client.safe_at_home ? null : client.address,
    rent,
    share: Math.round(rent * 0.3),
    subsidy: faker.helpers.arrayElement(['Housing Choice Voucher', 'Bridges', null]),
    // Renewed each year.
    lease_ends_on: calendar.dateOf((movedDaysAgo % 365) - 364),
    left_on: hasLeft ? calendar.dateOf(faker.number.int(movedDaysAgo - 1)) : null,
    left_reason: hasLeft ? faker.helpers.arrayElement(reasonsForLeaving) : null,
    created_at: calendar.onDay(movedDaysAgo),
  })
  return [{ ...before, left_on: calendar.dateOf(movedDaysAgo) }, lease]
}

interface HousedClient {
  id: string
  address: string
  safe_at_home?: FieldValue
  created_at: Date
}

/** One in three clients has authorizations of a service, the last one of a year that has ended or still runs. */
function authorizationsOf(client: string, worker: string | null, since: Date, calendar: Calendar) {
  if (faker.datatype.boolean(2 / 3)) return []
  const payer = faker.helpers.arrayElement(['Hennepin County', 'Ramsey County', 'Anoka County'])
  const service = faker.helpers.arrayElement(namesOf(authorizationFields.service.choices))
  const minutes = faker.helpers.arrayElement([120, 600, 1200, null])
  const endsInDays = faker.number.int({ min: -30, max: 300 })
  const isRenewed = calendar.daysAgo(since) > 365 - endsInDays
  return (isRenewed ? [1, 0] : [0]).map((yearsAgo) => {
    const lastDaysAgo = 365 * yearsAgo - endsInDays
    const addedAt = calendar.onDay(lastDaysAgo + 365)
    return {
      id: faker.string.uuid(),
      client_id: client,
      payer,
      number: minutes === null ? null : faker.string.numeric({ length: 7, allowLeadingZeros: false }),
      service,
      starts_on: calendar.dateOf(lastDaysAgo + 364),
      ends_on: calendar.dateOf(lastDaysAgo),
      minutes,
      comment: faker.helpers.maybe(() => authorizationFields.comment.example, { probability: 0.1 }) ?? null,
      created_at: addedAt > since ? addedAt : since,
      created_by: worker,
    }
  })
}

/** A message from the website. Those of the last three days are unread. */
export function makeMessage(index: number, calendar: Calendar): MadeUpRows {
  const { firstName, lastName } = makePerson()
  const receivedAt = calendar.recordTime(index)
  const daysAgo = calendar.daysAgo(receivedAt)
  const text = faker.helpers.arrayElement(texts.messages)
  const message = {
    id: seedId('contact_messages', index),
    name: `${firstName} ${lastName}`,
    email: emailOf(firstName, lastName, 'example.org'),
    message: fillIn(text, firstName, calendar.dateOf(daysAgo)),
    received_at: receivedAt,
    read_at: daysAgo > 3 ? new Date(receivedAt.getTime() + 60 * 60_000) : null,
  }
  return { contact_messages: [message] }
}
