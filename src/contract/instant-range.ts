import * as z from 'zod/mini'

const instant = z.pipe(
  z.iso.datetime({ error: 'Write an instant like 2026-03-01T06:00:00Z' }),
  z.transform((text) => new Date(text)),
)

/** The two parameters that narrow a list to what happened in a while. */
export function instantRange(words: { from: string; before: string }) {
  return {
    from: z.optional(instant).check(z.describe(words.from)),
    before: z.optional(instant).check(z.describe(words.before)),
  }
}
