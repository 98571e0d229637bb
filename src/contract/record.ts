import * as z from 'zod/mini'

/** So that examples of the API reference fit together; other kinds of records have that of `record`. */
const exampleIds: Readonly<Record<string, string>> = {
  client: '5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30',
  note: 'c8a4d2f6-13e7-4b09-a5d1-6e2f90b74c18',
  employee: '0b7e6c1d-2f84-4f5a-8a39-c1d5e07b9a42',
  message: '7d2f6b90-4c1e-4a83-b5d7-90e3f1a2c468',
  mail: 'e3d9a0c7-58b1-4a6e-9f24-7b60c8d1f352',
  record: '5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30',
  session: '9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a',
}

const exampleOf = (kind: string) => exampleIds[kind] ?? exampleIds.record

export function recordId(of: string) {
  return z.string().check(z.meta({ description: `Id of the ${of}`, examples: [exampleOf(of)] }))
}

/** The id under both names, `id` and `_id`. */
export function bothIds(of: string) {
  return {
    _id: z.string().check(z.meta({ description: 'The same as `id`', examples: [exampleOf(of)] })),
    id: recordId(of),
  }
}

/** The version that an edit is based on. An older one gets 409 with the newer record. */
export const recordVersion = z.optional(z.int({ error: 'The version is a whole number' })).check(
  z.meta({
    description:
      'The `version` that was read; an outdated one is rejected. Without it, the edit is always accepted',
    examples: [1],
  }),
)
