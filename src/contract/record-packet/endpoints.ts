import * as z from 'zod/mini'
import { described, text, textOrNull, timestamp } from '../described.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { inputShape, storedShape } from '../field-schemas.ts'
import { personEmailOrNull, personName, recordId } from '../record.ts'
import { namesOf } from '../record-field.ts'
import { optionalCalendarDate } from '../text.ts'
import { type PacketPart, packetFields, packetParts } from './fields.ts'

const params = z.object({ id: recordId('client') })

const day = (description: string, example: string) =>
  described(z.nullish(optionalCalendarDate('Enter a valid date, 1900 or later')), description, example)

const included = z
  .optional(z.boolean({ error: 'Each part is true or false' }))
  .check(z.meta({ examples: [true] }))

/** What a packet is made of, and for whom. */
export const packetRequest = z.object({
  from: day('The first day; none for everything up to the last day', '2026-01-01'),
  to: day('The last day; none for everything since the first day', '2026-03-31'),
  ...inputShape(packetFields),
  include: described(
    z.object(
      Object.fromEntries(namesOf(packetParts).map((part) => [part, included])) as Record<
        PacketPart,
        typeof included
      >,
    ),
    'The parts; those that are not sent are left out',
  ),
})

export type PacketRequest = z.output<typeof packetRequest>

export const periodErrors = ({ from, to }: Pick<PacketRequest, 'from' | 'to'>): FieldErrors =>
  from && to && to < from ? { to: 'The end date can’t be before the start date' } : {}

const nullableDay = (description: string) => textOrNull(description)

const disclosure = z.object({
  at: timestamp('When the packet was made'),
  by: personEmailOrNull('Email address of the person who made it, as it was then; null for the operator'),
  byName: personName('Name of that person, as it was then, or the operator’s account on the server'),
  ...storedShape(packetFields),
  from: nullableDay('The first day of its period; null if it has none'),
  to: nullableDay('The last day of its period; null if it has none'),
  sha256: text(
    'SHA-256 of its `record.pdf`, in hexadecimal: proves that a file is the one that was made',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
})

export type Disclosure = z.output<typeof disclosure>

export const recordPacketEndpoints = {
  make: endpoint('POST /clients/:id/packet', {
    access: 'packets:make',
    confirmedBy: 'everyone',
    summary: 'Download a client’s record as a packet',
    description:
      'Returns a ZIP file with `record.pdf`, `record.json` (the same facts), `SHA256SUMS` and `README.txt`, and the client’s files in the folder `files`. Notes belong to the day of the service or, without one, to the day on which they were written, in the organization’s time zone; the cover says how much the period leaves out. Deleted notes are in no packet. An employee can make one packet at a time and, of more than 2,000 notes, ten an hour, counted together with other large downloads. The row of the audit trail and the disclosure are stored before the first byte; if the download fails in the middle, the connection is closed.',
    params,
    body: packetRequest,
    bodyRules: periodErrors,
    file: 'zip',
    slow: true,
    reply: z
      .string()
      .check(z.meta({ description: 'The file', format: 'binary', examples: ['PK\u0003\u0004'] })),
    failures: ['not-found', 'too-many-requests'],
  }),
  disclosures: endpoint('GET /clients/:id/disclosures', {
    access: 'disclosures:read',
    summary: 'List who received a client’s record',
    description:
      'Returns an entry for each packet that was made of the record, newest first, also while it was merged into another one.',
    params,
    reply: z.array(disclosure),
    failures: ['not-found'],
  }),
}
