import * as z from 'zod/mini'
import { client } from '../clients/schema.ts'
import { described, text, wholeNumber } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, requiredPageInBody } from '../lists.ts'
import { noteFields } from '../notes/fields.ts'
import { note } from '../notes/schema.ts'
import { namesOf } from '../record-field.ts'
import { calendarDate, maxLength } from '../text.ts'
import { findingLabels } from './findings.ts'
import { periodErrors } from './rules.ts'

const employee = (description: string) =>
  described(z.optional(z.string().check(...maxLength(100, 'Unknown employee'))), description, 'me')

const day = (description: string, example: string) =>
  calendarDate({
    required: 'Choose a date',
    invalid: 'Enter a valid date, 1900 or later',
    description,
    example,
  })

const findings = namesOf(findingLabels)

export const countedNotes = ['notes', 'minutes', 'withoutMinutes', 'attempts'] as const

/** Notes in a period, by the date of service or, without one, by the date on which they were written. */
const periodFilter = {
  from: day('The first day, YYYY-MM-DD', '2026-03-01'),
  to: day('The last day, YYYY-MM-DD', '2026-03-31'),
  author: employee(
    'Only notes by this employee (an id), by the caller (`me`) or by authors who were purged (`nobody`)',
  ),
  assignedTo: employee(
    'Only about clients assigned to this employee (an id), to the caller (`me`) or to nobody (`nobody`)',
  ),
  service: described(
    z.optional(z.enum([...namesOf(noteFields.service.choices), 'none'], { error: 'Unknown service' })),
    'Only notes that document this service or none',
  ),
}

const logFilter = {
  ...periodFilter,
  unsigned: described(z.optional(z.boolean()), 'Only notes without a signature'),
  unreviewed: described(z.optional(z.boolean()), 'Only notes without a review'),
  finding: described(z.optional(z.enum(findings, { error: 'Unknown flag' })), 'Only notes with this finding'),
  counted: described(
    z.optional(z.enum(countedNotes, { error: 'Unknown number' })),
    'Only notes that this number of `POST /notes/totals` counts. `author` is then that of the first note, as there',
  ),
}

const loggedNote = z.extend(note, {
  client: z.pick(client, { id: true, firstName: true, lastName: true, dateOfBirth: true }),
  findings: described(
    z.array(z.enum(findings)),
    '`unsigned`; `missing-facts`: no date, no duration or no contact; `late`: written more than 7 days after the service; `overlap`: the times of the same author overlap on a day; `long-day`: more than 16 hours of the author on that day; `same-text`: 200 characters or more, the same as another note by the author except for case and spaces; `no-goal`: names none of the client’s goals that were open on that day, and is no attempt; `not-authorized`: the client has authorizations for that service, and none covers the day. Findings are hints; they change nothing',
    ['unsigned'],
  ),
})

export type CountedNotes = (typeof countedNotes)[number]

export type LoggedNote = z.output<typeof loggedNote>

export const groupings = ['worker', 'service', 'worker-and-service', 'month'] as const

export type Grouping = (typeof groupings)[number]

const totalsBody = z.object({
  ...periodFilter,
  by: described(z.enum(groupings, { error: 'Unknown grouping' }), 'What has a row of its own'),
})

const numbers = {
  notes: wholeNumber('How many notes, attempts included'),
  minutes: wholeNumber('Minutes of service, added up; attempts add none'),
  withoutMinutes: wholeNumber('How many notes have no minutes and are no attempts'),
  attempts: wholeNumber('How many notes say that the client was not reached'),
  clients: wholeNumber('How many clients, each counted once'),
}

const totalsRow = z.object({
  authorId: described(
    z.optional(z.nullable(z.string())),
    'By worker: id of the author, of the first note if this is a correction; null for authors who were purged',
  ),
  authorName: described(z.optional(z.string()), 'Their current name'),
  service: described(
    z.optional(z.nullable(z.enum(namesOf(noteFields.service.choices)))),
    'By service; null for notes without one',
  ),
  month: described(z.optional(z.string()), 'By month: YYYY-MM', '2026-03'),
  ...numbers,
})

export type TotalsRow = z.output<typeof totalsRow>

export const serviceLogEndpoints = {
  totals: endpoint('POST /notes/totals', {
    access: 'service-log:read',
    summary: 'Add up the notes of a period',
    description:
      'Returns a row for each worker, service or month, and the total. A note that an existing note corrects is not counted; its correction is, for the author of the first one. Each client is counted once in every row and in the total, so the total is not the sum of the rows.',
    body: totalsBody,
    bodyRules: periodErrors,
    reply: z.object({ rows: z.array(totalsRow), total: z.object(numbers) }),
    failures: ['too-many-requests'],
  }),
  totalsCsv: endpoint('POST /notes/totals/export', {
    access: 'service-log:read',
    confirmedBy: 'everyone',
    summary: 'Download the totals of a period as a CSV file',
    description: 'The rows of `POST /notes/totals` with the same body, and the total as the last one.',
    body: totalsBody,
    bodyRules: periodErrors,
    file: 'csv',
    reply: text('The file', '\uFEFF"Author","Notes"\r\n"Mia Berg","12"\r\n'),
    failures: ['too-many-requests'],
  }),
  search: endpoint('POST /notes/search', {
    access: 'service-log:read',
    summary: 'Read the service log',
    description:
      'Returns a page of all clients’ notes in a period, latest day first: the day of the service or, without one, the day on which the note was written, in the organization’s time zone. A period has at most 366 days. An employee’s searches run one after the other; one that has waited 3 seconds is 429. `total` is counted for the first page.',
    body: z.object({
      ...logFilter,
      ...requiredPageInBody('notes'),
    }),
    bodyRules: periodErrors,
    reply: pageOf(loggedNote, 'notes'),
    failures: ['too-many-requests'],
  }),
  exportCsv: endpoint('POST /notes/export', {
    access: 'service-log:export',
    confirmedBy: 'everyone',
    summary: 'Download the service log as a CSV file',
    description:
      'Returns all notes that a search with the same body finds, latest day first: UTF-8 with a byte order mark, every value quoted, lines ending with CRLF. A value that a spreadsheet would run as a formula begins with an apostrophe. Above 2,000 notes, an employee can make one such call at a time and ten an hour, counted together with the lists of all clients. The download is recorded in the audit trail before the first byte; if it fails in the middle, the connection is closed.',
    body: z.object(logFilter),
    bodyRules: periodErrors,
    file: 'csv',
    reply: text('The file', '\uFEFF"First Name","Last Name"\r\n"Hodan","Warsame"\r\n'),
    failures: ['too-many-requests'],
  }),
}
