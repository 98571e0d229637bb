import * as z from 'zod/mini'
import { described, textOrNull, wholeNumber } from './described.ts'
import { searchLimit } from './lengths.ts'
import { maxLength } from './text.ts'

/* A list is returned as one array, or in pages if the call has a limit. */

const maxPageSize = 200

const cursor = described(
  z.optional(z.string().check(...maxLength(200, 'This is not a cursor'))),
  'Where the page begins: `nextCursor` of the previous page. Needs `limit`',
)

/** A history has no pages: it is returned up to this length, the newest first. The record packet has all of it. */
export const longestHistory = 200

/** The two parameters that turn a list of `what` into pages. */
export function pageQuery(what: string) {
  return {
    limit: described(
      z.optional(
        z.pipe(
          z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/, `A page has 1 to 200 ${what}`)),
          z.transform(Number),
        ),
      ),
      `The number of ${what} on a page, 1 to 200`,
      '50',
    ),
    cursor,
  }
}

/** Matches are counted up to this number; counting all of them would be slow. */
export const maxCount = 10_000

function pageLimit(what: string) {
  const error = `A page has 1 to ${maxPageSize} ${what}`
  const limit = z.int({ error }).check(z.gte(1, { error }), z.lte(maxPageSize, { error }))
  return described(limit, `The number of ${what} on a page, 1 to ${maxPageSize}`, 50)
}

/** The same two parameters in the body of a search. */
export const pageInBody = (what: string) => ({ limit: z.optional(pageLimit(what)), cursor })

/** The same for a search that always has pages. */
export const requiredPageInBody = (what: string) => ({ limit: pageLimit(what), cursor })

/** A page of such a list of `what`. */
export function pageOf<Item extends z.ZodMiniType>(
  item: Item,
  what: string,
  total = `How many ${what} match on all pages`,
) {
  return z.object({
    items: described(z.array(item), `The ${what} of this page`),
    total: wholeNumber(total),
    nextCursor: textOrNull('Pass as `cursor` for the next page; null on the last one'),
  })
}

/** The search text of a list; `what` describes it. */
export function searchText(what: string) {
  return described(
    z.optional(
      z
        .string()
        .check(
          z.trim(),
          ...maxLength(searchLimit, `The search text can have at most ${searchLimit} characters`),
        ),
    ),
    what,
    'ami',
  )
}

/** Rejects a search text in a query string, because URLs are kept in histories and logs. The error names the search call. */
export function rejectSearchInQuery(path: string) {
  return described(
    z.optional(z.never({ error: `Send the search text in the body of POST ${path}` })),
    `Not accepted here: send it in the body of \`POST ${path}\``,
  )
}

export const instant = z.pipe(
  z.iso.datetime({ error: 'Write an instant like 2026-03-01T06:00:00Z' }),
  z.transform((text) => new Date(text)),
)

/** The two parameters that filter a list by time. */
export function instantRange(words: { from: string; before: string }) {
  return {
    from: described(z.optional(instant), words.from, '2026-03-01T06:00:00Z'),
    before: described(z.optional(instant), words.before, '2026-04-01T05:00:00Z'),
  }
}
