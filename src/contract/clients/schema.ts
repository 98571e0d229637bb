import * as z from 'zod/mini'
import { described, describedBy, textOrNull, timestamp, timestampOrNull, yesOrNo } from '../described.ts'
import type { FieldErrors } from '../endpoint.ts'
import { inputShape, storedShape } from '../field-schemas.ts'
import {
  bothIds,
  currentVersion,
  personEmailOrNull,
  personName,
  personNameOrNull,
  recordId,
  recordVersion,
} from '../record.ts'
import { futureDateErrors } from '../record-field.ts'
import { clientFields, statusChangeFields } from './fields.ts'
import { maxAssigned, maxMoved } from './rules.ts'
import { clientStatuses } from './statuses.ts'

/** How many clients can be assigned at once. */
const clientStatus = z.enum(clientStatuses)

/** The form for a client: the status is required, too. */
export const clientForm = z.object(inputShape(clientFields))

/**
 * What the API accepts: like the form, but the status is optional, because imported records may lack one. The facts about
 * a status change are ignored if the status stays the same.
 */
export const clientInput = z.extend(clientForm, {
  ...inputShape(statusChangeFields),
  status: described(z.nullish(clientForm.shape.status), 'The client’s status; may be missing'),
})

/** What `PUT /clients/{id}` takes: the whole client, and which version it was made from. */
export const clientEdit = z.extend(clientInput, { version: recordVersion })

/** Which clients get a worker, and the versions that were seen. */
export const clientAssignment = z.object({
  clients: described(
    z
      .array(
        z.object({
          id: recordId('client').check(z.toLowerCase()),
          version: z.int({ error: 'Version must be a whole number' }),
        }),
      )
      .check(
        z.minLength(1, 'Choose a client'),
        z.maxLength(maxAssigned, `Choose at most ${maxAssigned} clients`),
        z.refine((clients) => new Set(clients.map(({ id }) => id)).size === clients.length, {
          error: 'A client is named twice',
        }),
      ),
    'The clients, none of them twice, and the `version` of each that was read',
  ),
  to: described(
    z.nullable(recordId('employee').check(z.toLowerCase())),
    'Id of the employee who gets them; null for nobody',
  ),
  followUps: described(
    z.optional(z.boolean()),
    'Whether the open follow-ups that their former workers have about them move, too',
  ),
  followUpIds: described(
    z.optional(
      z
        .array(recordId('follow-up').check(z.toLowerCase()))
        .check(z.maxLength(maxMoved, `Name at most ${maxMoved} follow-ups`)),
    ),
    'Instead of `followUps`, to take an assignment back: the follow-ups that its reply named move if they are open and have not been reassigned',
  ),
})

export type ClientForm = z.output<typeof clientForm>
export type ClientInput = z.output<typeof clientInput>

/** `today` is 'YYYY-MM-DD'. */
export const clientFieldErrors = (client: object, today: string): FieldErrors =>
  futureDateErrors({ ...clientFields, ...statusChangeFields }, client, today)

/** A client as every call returns it. `_id` and `id` are the same opaque string. */
export const client = z.object({
  ...bothIds('client'),
  ...storedShape(clientFields),
  status: described(z.nullable(clientStatus), 'The client’s status; null if it is missing'),
  assignedToName: personNameOrNull('Current name of the employee in `assignedTo`; null for nobody'),
  lastNoteAt: timestampOrNull('When the newest weekly note was written; null if there is none'),
  lastNoteOn: textOrNull(
    'The latest day that a weekly note is about: its day of service or, without one, the day it was written. Corrections don’t count; null without a note',
    '2026-03-06',
  ),
  lastNoteAttempted: yesOrNo('Whether the notes for that day say that the client was not reached'),
  createdAt: timestamp('When the client was added'),
  updatedAt: timestamp('When the record last changed'),
  version: currentVersion,
})

export type Client = z.output<typeof client>

/** The fields of a client that a list shows. To edit a client, the portal reads the whole record. */
export const clientListItem = z.pick(client, {
  _id: true,
  id: true,
  firstName: true,
  lastName: true,
  preferredName: true,
  dateOfBirth: true,
  status: true,
  phone: true,
  assignedTo: true,
  assignedToName: true,
  lastNoteAt: true,
  lastNoteOn: true,
  lastNoteAttempted: true,
  createdAt: true,
  version: true,
})

export type ClientListItem = z.output<typeof clientListItem>

export const clientSorts = [
  'name',
  '-name',
  'status',
  '-status',
  'lastNote',
  '-lastNote',
  'created',
  '-created',
] as const

export type ClientSort = (typeof clientSorts)[number]

/** One change of a client's status; the first one is the status at intake. */
export const statusChange = z.object({
  from: described(z.nullable(clientStatus), 'The previous status; null if it was missing, and at intake'),
  to: described(z.nullable(clientStatus), 'The new status'),
  at: timestamp('When it was changed'),
  by: personEmailOrNull(
    'Email address of the person who changed it; null for records that an operator imported',
  ),
  byName: personName('Current name of that person; empty if there is none'),
  on: z.nullable(z.string()).check(describedBy(statusChangeFields.statusOn)),
  reason: z.nullable(z.string()).check(describedBy(statusChangeFields.statusReason)),
})

export type StatusChange = z.output<typeof statusChange>

/** A period in which an employee was responsible for a client. */
export const assignment = z.object({
  employeeId: textOrNull(
    'The employee; null once an operator has purged the record',
    clientFields.assignedTo.example,
  ),
  name: personName('Current name of the employee; empty after a purge'),
  from: timestamp('When it began'),
  to: timestampOrNull('When it ended; null if it has not'),
  by: personEmailOrNull(
    'Email address of the person who assigned the client; null if an operator’s command did',
  ),
  byName: personName('Current name of that person; empty if there is none'),
})

export type Assignment = z.output<typeof assignment>

/** Enough to recognize an existing client. */
export const similarClient = z.extend(
  z.pick(client, { _id: true, id: true, firstName: true, lastName: true, status: true, dateOfBirth: true }),
  { samePmi: yesOrNo('Whether the client has the PMI that was sent') },
)

export type SimilarClient = z.output<typeof similarClient>
