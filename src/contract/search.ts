import * as z from 'zod/mini'
import { atMost } from './text.ts'

/** Longest search text, in UTF-16 code units: longer than any name. */
export const searchLimit = 200

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
    .optional(z.never({ error: `Send what you search for in the body of POST ${path}` }))
    .check(z.describe(`Not taken here: send it in the body of \`POST ${path}\``))
}
