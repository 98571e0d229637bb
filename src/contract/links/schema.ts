import * as z from 'zod/mini'

/** An external page that staff use (§2, §3); an operator writes them into the organization data (decision 30). */
export const resourceLink = z.object({
  title: z.string().check(z.describe('What the page is called')),
  url: z.string().check(z.describe('Its address')),
  purpose: z.string().check(z.describe('What it is for, in one line')),
  closed: z.optional(z.string()).check(z.describe('Set where it is kept for old records only')),
})

export type ResourceLink = z.output<typeof resourceLink>
