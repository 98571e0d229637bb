import * as z from 'zod/mini'

export const instant = z.pipe(
  z.iso.datetime({ error: 'Write an instant like 2026-03-01T06:00:00Z' }),
  z.transform((text) => new Date(text)),
)

/** The two parameters that narrow a list to what happened in a while. */
export function instantRange(words: { from: string; before: string }) {
  return {
    from: z.optional(instant).check(z.meta({ description: words.from, examples: ['2026-03-01T06:00:00Z'] })),
    before: z
      .optional(instant)
      .check(z.meta({ description: words.before, examples: ['2026-04-01T05:00:00Z'] })),
  }
}
