import * as z from 'zod/mini'
import { searchLimit } from './lengths.ts'
import { atMost } from './text.ts'

/* A list answers everything as an array, or page by page where the call names a limit. */

export const largestPage = 200

const cursor = z
  .optional(z.string().check(...atMost(200, 'This is not a cursor')))
  .check(z.describe('Where the page begins: `nextCursor` of the page before. Needs `limit`'))

/** The two parameters that turn a list of `what` into pages. */
export function pageQuery(what: string) {
  return {
    limit: z
      .optional(
        z.pipe(
          z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, `A page has 1 to 200 ${what}`)),
          z.transform(Number),
        ),
      )
      .check(
        z.meta({
          description: `Turns the answer into pages of that many ${what}, 1 to 200`,
          examples: ['50'],
        }),
      ),
    cursor,
  }
}

/** How many of a page's items there are in all is counted to here where counting further would take long. */
export const countedAtMost = 10_000

export function pageLimit(what: string) {
  const error = `A page has 1 to ${largestPage} ${what}`
  return z.int({ error }).check(z.gte(1, { error }), z.lte(largestPage, { error }))
}

/** The same two in the body of a search. */
export function pageInBody(what: string) {
  return {
    limit: z.optional(pageLimit(what)).check(
      z.meta({
        description: `Turns the answer into pages of that many ${what}, 1 to ${largestPage}`,
        examples: [50],
      }),
    ),
    cursor,
  }
}

/** A page of such a list. `words` describe its parts. */
export function pageOf<Item extends z.ZodMiniType>(
  item: Item,
  words: { items: string; total: string; nextCursor: string },
) {
  return z.object({
    items: z.array(item).check(z.describe(words.items)),
    total: z.int().check(z.describe(words.total)),
    nextCursor: z.nullable(z.string()).check(z.describe(words.nextCursor)),
  })
}

/** What is typed to narrow a list; `what` describes it. */
export function searchText(what: string) {
  return z
    .optional(
      z.string().check(z.trim(), ...atMost(searchLimit, `Search for at most ${searchLimit} characters`)),
    )
    .check(z.meta({ description: what, examples: ['ami'] }))
}

/** In the query of a list: refuses a search, because addresses are kept in histories and logs, and names the call for it. */
export function takenBySearch(path: string) {
  return z
    .optional(z.never({ error: `Send the search text in the body of POST ${path}` }))
    .check(z.describe(`Not taken here: send it in the body of \`POST ${path}\``))
}

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
