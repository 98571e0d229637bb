import * as z from 'zod/mini'

/**
 * The version that an edit was made from : an older one than the record's is answered 409 with the newer
 * record. Without it the write is accepted, as the specification's client sends none.
 */
export const recordVersion = z.optional(z.int({ error: 'The version is a whole number' })).check(
  z.meta({
    description: 'The `version` that was read; a stale one is refused. Without it the edit is taken as it is',
    examples: [1],
  }),
)
