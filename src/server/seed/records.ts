import type { Role } from '#contract/access/roles.ts'
import { type ClientInput, clientServices } from '#contract/clients/schema.ts'
import type { ClientStatus } from '#contract/clients/statuses.ts'
import { newClient } from '#server/clients/store.ts'
import type { Calendar } from './calendar.ts'
import { type Random, randomFor } from './random.ts'
import { type Author, type MadeUpRows, seedId } from './store.ts'
import { cities, closings, communities, greetings, messages, noFixedAddress } from './words.ts'

/** In turn, so that even the first few employees include one who may edit notes. None is a super-admin. */
const roles: readonly Role[] = ['manager', 'employee', 'employee', 'admin', 'employee', 'manager', 'employee']

/** In days: employees were added three to five years ago, before the oldest note. */
const hired = { latest: 3 * 365 + 1, span: 2 * 365 }

/** The number makes the email address unique. Its domain is reserved for examples, so no mail arrives anywhere. */
export function makeEmployee(index: number, calendar: Calendar): MadeUpRows {
  const random = randomFor('employee', index)
  const { firstName, lastName, phone, home } = makePerson(random)
  const daysAgo = hired.latest + random.below(hired.span)
  const createdAt = calendar.onDay(daysAgo, random)
  const employee = {
    id: seedId('employees', index),
    made_up: true,
    first_name: firstName,
    last_name: lastName,
    dob: birthDate(daysAgo, random, calendar),
    email: `${asciiLetters(firstName)}.${asciiLetters(lastName)}${index + 1}@staff.example`,
    phone,
    address: home,
    role: roles[index % roles.length] ?? 'employee',
    created_at: createdAt,
    updated_at: createdAt,
  }
  return { employees: [employee] }
}

export function makeClient(index: number, calendar: Calendar, employees: readonly Author[]): MadeUpRows {
  const random = randomFor('client', index)
  const { firstName, lastName, phone, home } = makePerson(random)
  const createdAt = calendar.recordTime(index, random)
  const history = statusHistory(index, createdAt, random, calendar)
  const id = seedId('clients', index)
  const isHoused = random.happens(0.86)
  const input: ClientInput = {
    firstName,
    lastName,
    status: history.at(-1)?.status ?? null,
    service: random.pick(isHoused ? clientServices : clientServices.slice(0, 3)),
    email: emailOf(firstName, lastName, random),
    phone,
    address: isHoused ? home : noFixedAddress,
    dateOfBirth: birthDate(calendar.daysAgo(createdAt), random, calendar),
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
    changed_by: employees.length > 0 ? random.pick(employees).id : null,
  }))
  return { clients: [client], client_status_changes: statusChanges }
}

/** One client in fifty has no status, as imported records may. */
const withoutStatus = { every: 50, at: 17 }

/** Clients added longer ago than this have the histories of older clients. */
const settlingDays = 45

/** How often each status history is drawn; its last status is the current one. */
const newClients = { active: 55, pending: 45 }
const olderClients = {
  active: 25,
  'pending active': 28,
  'active inactive active': 10,
  pending: 8,
  'active inactive': 8,
  'pending inactive': 4,
  'active discharged': 8,
  'pending active discharged': 9,
}

function statusHistory(index: number, intake: Date, random: Random, calendar: Calendar) {
  if (index % withoutStatus.every === withoutStatus.at) return [{ status: null, at: intake }]
  let daysAgo = calendar.daysAgo(intake)
  const statuses = random.weighted<string>(daysAgo > settlingDays ? olderClients : newClients).split(' ')
  return (statuses as ClientStatus[]).map((status, step) => {
    if (step === 0) return { status, at: intake }
    daysAgo -= 1 + random.below(Math.floor((daysAgo - 1) / (statuses.length - step)))
    return { status, at: calendar.onDay(daysAgo, random) }
  })
}

/** Messages of the last days are unread. */
const unreadDays = 3

export function makeMessage(index: number, calendar: Calendar): MadeUpRows {
  const random = randomFor('message', index)
  const { firstName, lastName } = makePerson(random)
  const receivedAt = calendar.recordTime(index, random)
  const isRead = calendar.daysAgo(receivedAt) > unreadDays
  const values: Record<string, string> = {
    first: firstName,
    city: random.pick(cities).name,
    month: random.pick(['March', 'April', 'June', 'August', 'October', 'December']),
    day: `${1 + random.below(28)}`,
    number: `${2 + random.below(5)}`,
    rent: `$${700 + 25 * random.below(30)}`,
  }
  const parts = [random.pick(greetings), random.pick(messages), random.pick(closings)]
  const message = {
    id: seedId('contact_messages', index),
    name: random.happens(0.85) ? `${firstName} ${lastName}` : firstName,
    email: emailOf(firstName, lastName, random),
    message: parts
      .filter((part) => part !== '')
      .join(random.happens(0.4) ? '\n' : ' ')
      .replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder),
    received_at: receivedAt,
    read_at: isRead ? new Date(receivedAt.getTime() + (1 + random.below(24 * 60)) * 60_000) : null,
  }
  return { contact_messages: [message] }
}

function makePerson(random: Random) {
  const { given, family } = random.pick(communities)
  const city = random.pick(cities)
  const unit = random.weighted({ '': 45, ' Apt': 43, ' Unit': 12 })
  const unitNumber = unit && `${unit} ${1 + random.below(4)}${10 + random.below(15)}`
  const street = `${100 + random.below(4800)} ${random.pick(city.streets)}${unitNumber}`
  return {
    firstName: random.pick(given),
    lastName: random.pick(random.happens(0.25) ? random.pick(communities).family : family),
    // 555-01xx numbers are reserved for fiction.
    phone: `${city.areaCode}55501${`${random.below(100)}`.padStart(2, '0')}`,
    home: `${street}, ${city.name}, MN ${random.pick(city.zips)}`,
  }
}

/** At domains reserved for examples (RFC 2606). */
function emailOf(firstName: string, lastName: string, random: Random): string {
  const number = random.happens(0.6) ? `${1 + random.below(99)}` : ''
  const domain = random.pick(['example.org', 'example.com', 'mail.example', 'inbox.example'])
  return `${asciiLetters(firstName)}.${asciiLetters(lastName)}${number}@${domain}`
}

const unaccented: Record<string, string> = { đ: 'd', ø: 'o', ł: 'l' }

/** A name for an email address: 'Nguyễn' → 'nguyen', "O'Brien" → 'obrien'. */
function asciiLetters(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[đøł]/g, (letter) => unaccented[letter] ?? '')
    .replace(/[^a-z]/g, '')
}

const daysPerYear = 365.25

/** An adult at intake, and at most 85 today. The sum of two draws puts most people in their middle years. */
function birthDate(intakeDaysAgo: number, random: Random, calendar: Calendar): string {
  const halfSpan = Math.floor(31 * daysPerYear)
  const ageAtIntake = Math.ceil(18 * daysPerYear) + 1 + random.below(halfSpan) + random.below(halfSpan)
  return calendar.date(intakeDaysAgo + ageAtIntake)
}
