import * as z from 'zod/mini'

export const failureReply = z.object({
  message: z.string().check(z.describe('A sentence for people')),
  code: z.string().check(z.describe('A stable word for programs')),
  fields: z.optional(z.record(z.string(), z.string())).check(z.describe('Field → what is wrong with it')),
  current: z.optional(z.unknown()).check(z.describe('The newer record, with version-conflict')),
})

export type FailureReply = z.infer<typeof failureReply>
