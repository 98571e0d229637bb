import type { Person } from '#contract/people/endpoints.ts'
import { peopleFields } from '#contract/people/fields.ts'
import { clientRecordStore } from '#server/client-records/store.ts'

export const people = clientRecordStore<Person>({
  name: 'people',
  kind: 'person',
  table: 'people',
  fields: peopleFields,
  // In the order of the alphabet, emergency contacts and guardians are first.
  order: 'until DESC NULLS FIRST, relation, fold_name(name) COLLATE "C", id',
})
