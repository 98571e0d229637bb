import * as z from 'zod/mini'
import { clientRecordEndpoints } from '../client-records/endpoints.ts'
import { clientRecordSchemas } from '../client-records/schema.ts'
import { paperDateErrors, paperFields } from './fields.ts'

const { input, edit, record } = clientRecordSchemas('paper', paperFields)

const newPaper = z.omit(input, { revokedOn: true })

export type Paper = z.output<typeof record>

export const paperEndpoints = clientRecordEndpoints(
  'papers',
  { input: newPaper, edit, record },
  {
    one: 'paper',
    many: 'papers',
    list: 'Returns what the client has signed, the newest first.',
    add: 'Adds what a client has signed, where it is kept and how long it is valid.',
    edit: '`revokedOn` revokes the paper, which super-admins and admins may do, and null takes that back; until then, every other change gets 409.',
  },
  { errors: paperDateErrors, editFailures: ['paper-revoked'] },
)
