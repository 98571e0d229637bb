import * as z from 'zod/mini'
import { roleSchema } from '../access/schema.ts'

/** Who did something: an employee, also one who has been deleted since. */
const actor = z.object({
  id: z.string().check(z.describe('Id of the employee')),
  name: z.nullable(z.string()).check(z.describe('“First last”; null once an operator has purged the record')),
  role: z.nullable(z.string()).check(z.describe('The role at that time')),
})

/** One row of the audit trail: ids, field names and roles, never what a record says (`security.md`, records). */
export const trailRow = z.object({
  id: z.string().check(z.describe('Number of the row')),
  at: z.iso.datetime().check(z.describe('When it happened')),
  actor: z
    .nullable(actor)
    .check(
      z.describe('Who did it; null for visitors, for the program itself and for the operator’s commands'),
    ),
  action: z.string().check(z.describe('What was done, such as `edited`')),
  kind: z.string().check(z.describe('What kind of record it was done to, such as `client`')),
  recordId: z
    .nullable(z.string())
    .check(z.describe('Id of that record; null where there is none, as of a list')),
  employee: z
    .nullable(z.string())
    .check(z.describe('“First last” where the record is an employee; null for all other records')),
  clientId: z
    .nullable(z.string())
    .check(
      z.describe('Of a note, and of a refused call for one: id of its client; null for all other records'),
    ),
  fields: z
    .array(z.string())
    .check(
      z.describe('Which fields were changed or read; of a refused call, the permission that was missing'),
    ),
  filter: z.array(z.string()).check(z.describe('By what a list was narrowed')),
  count: z.nullable(z.int()).check(z.describe('How many records it was about; null where it was one')),
  role: z
    .nullable(z.object({ from: roleSchema, to: roleSchema }))
    .check(z.describe('Of a changed role: the one before and the one after')),
})

export type TrailRow = z.output<typeof trailRow>
