import pg from 'pg'

const { builtins } = pg.types
const bigintArray = 1016
const dateArray = 1182
const textArray = 1009

type Parser = (text: string) => unknown

const asText: Parser = (text) => text
// The typings know single values only, the parser table knows arrays too.
const asTexts: Parser = pg.types.getTypeParser(textArray as never)
const asNumbers: Parser = (text) => (asTexts(text) as (string | null)[]).map((item) => item && Number(item))

const ours = new Map<number, Parser>([
  // Our counts and ids stay far below 2^53; `pg` would answer them as strings.
  [builtins.INT8, Number],
  [bigintArray, asNumbers],
  // A calendar date stays as written. As a Date it would shift with the time zone.
  [builtins.DATE, asText],
  [dateArray, asTexts],
])

/** How values of the database become JavaScript's, for every connection. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    ours.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
}
