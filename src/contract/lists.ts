import * as z from 'zod/mini'
import { searchLimit } from './lengths.ts'
import { maxLength } from './text.ts'

/* A list is returned as one array, or in pages if the call has a limit. */

export const maxPageSize = 200

const cursor = z
  .optional(z.string().check(...maxLength(200, 'This is not a cursor')))
  .check(z.describe('Where the page begins: `nextCursor` of the previous page. Needs `limit`'))

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
          description: `The number of ${what} on a page, 1 to 200`,
          examples: ['50'],
        }),
      ),
    cursor,
  }
}

/** Matches are counted up to this number; counting all of them would be slow. */
export const maxCount = 10_000

export function pageLimit(what: string) {
  const error = `A page has 1 to ${maxPageSize} ${what}`
  return z.int({ error }).check(z.gte(1, { error }), z.lte(maxPageSize, { error }))
}

/** The same two parameters in the body of a search. */
export function pageInBody(what: string) {
  return {
    limit: z.optional(pageLimit(what)).check(
      z.meta({
        description: `The number of ${what} on a page, 1 to ${maxPageSize}`,
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

/** The search text of a list; `what` describes it. */
export function searchText(what: string) {
  return z
    .optional(
      z.string().check(z.trim(), ...maxLength(searchLimit, `Search for at most ${searchLimit} characters`)),
    )
    .check(z.meta({ description: what, examples: ['ami'] }))
}

/** Rejects a search text in a query string, because URLs are kept in histories and logs. The error names the search call. */
export function rejectSearchInQuery(path: string) {
  return z
    .optional(z.never({ error: `Send the search text in the body of POST ${path}` }))
    .check(z.describe(`Not accepted here: send it in the body of \`POST ${path}\``))
}

export const instant = z.pipe(
  z.iso.datetime({ error: 'Write an instant like 2026-03-01T06:00:00Z' }),
  z.transform((text) => new Date(text)),
)

/** The two parameters that filter a list by time. */
export function instantRange(words: { from: string; before: string }) {
  return {
    from: z.optional(instant).check(z.meta({ description: words.from, examples: ['2026-03-01T06:00:00Z'] })),
    before: z
      .optional(instant)
      .check(z.meta({ description: words.before, examples: ['2026-04-01T05:00:00Z'] })),
  }
}
