import * as z from 'zod/mini'
import { roleSchema } from '../access/schema.ts'

/** Who did something: an employee, also one who has been deleted since. */
const actor = z.object({
  id: z
    .string()
    .check(z.meta({ description: 'Id of the employee', examples: ['0b7e6c1d-2f84-4f5a-8a39-c1d5e07b9a42'] })),
  name: z.nullable(z.string()).check(
    z.meta({
      description: '“First last”; null once an operator has purged the record',
      examples: ['Amina Warsame'],
    }),
  ),
  role: z.nullable(z.string()).check(z.meta({ description: 'The role at that time', examples: ['manager'] })),
})

/** One row of the audit trail: ids, field names and roles, never what a record says. */
export const trailRow = z.object({
  id: z.string().check(z.meta({ description: 'Number of the row', examples: ['4711'] })),
  at: z.iso.datetime().check(z.describe('When it happened')),
  actor: z
    .nullable(actor)
    .check(
      z.describe('Who did it; null for visitors, for the program itself and for the operator’s commands'),
    ),
  action: z.string().check(z.meta({ description: 'What was done, such as `edited`', examples: ['edited'] })),
  kind: z
    .string()
    .check(
      z.meta({ description: 'What kind of record it was done to, such as `client`', examples: ['client'] }),
    ),
  recordId: z.nullable(z.string()).check(
    z.meta({
      description: 'Id of that record; null where there is none, as of a list',
      examples: ['5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30'],
    }),
  ),
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
