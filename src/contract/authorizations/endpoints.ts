import * as z from 'zod/mini'
import { clientRecordEndpoints } from '../client-records/endpoints.ts'
import { clientRecordSchemas } from '../client-records/schema.ts'
import { described, wholeNumber } from '../described.ts'
import { namesOf } from '../record-field.ts'
import { authorizationFields } from './fields.ts'
import { authorizationDateErrors, warningLabels } from './rules.ts'

const { input, edit, record: stored } = clientRecordSchemas('authorization', authorizationFields)

const record = z.extend(stored, {
  usedMinutes: wholeNumber(
    'Minutes of the client’s notes with this service and a date of service from `startsOn` to `endsOn`, attempts and corrected notes aside; 0 if `mistaken`',
    340,
  ),
  remainingMinutes: described(
    z.nullable(z.int()),
    '`minutes` less `usedMinutes`, below 0 if more were used; null without `minutes`',
    260,
  ),
  unmeasured: wholeNumber('How many such notes have no minutes', 1),
  warnings: described(
    z.array(z.enum(namesOf(warningLabels))),
    '`ends-soon`: within 30 days; `ended`; `low`: 80 percent or more are used; `used-up`. A note is never refused because of them',
    ['ends-soon', 'low'],
  ),
})

export type Authorization = z.output<typeof record>

export const authorizationEndpoints = clientRecordEndpoints(
  'authorizations',
  { input, edit, record },
  {
    one: 'authorization',
    many: 'authorizations',
    list: 'Returns what payers have authorized for the client, the latest first; those entered by mistake come last. What was used is computed from the notes at each read, for an earlier version too.',
    add: 'Adds what a payer has authorized. Two for the same service can’t share a day.',
    edit: '`mistaken` marks one that was entered by mistake, and null takes that back.',
  },
  { errors: authorizationDateErrors, failures: ['authorization-overlaps'] },
)
