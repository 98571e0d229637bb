import type * as z from 'zod/mini'
import { clientRecordEndpoints } from '../client-records/endpoints.ts'
import { clientRecordSchemas } from '../client-records/schema.ts'
import { peopleFields, personDateErrors } from './fields.ts'

const schemas = clientRecordSchemas('person', peopleFields)

/** A person in a client's life. */
export type Person = z.output<typeof schemas.record>

export const peopleEndpoints = clientRecordEndpoints(
  'people',
  schemas,
  {
    one: 'person',
    many: 'people',
    list: 'Returns the people in a client’s life, those without an end first; emergency contacts and guardians are first among them.',
    add: 'Adds a person in a client’s life: a member of the household, an emergency contact, the landlord and so on.',
    edit: '`until` ends it, and null takes that back.',
  },
  { errors: personDateErrors },
)
