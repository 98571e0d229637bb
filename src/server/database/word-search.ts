import { type RawBuilder, sql } from 'kysely'

/** Whether every word of `search` is part of `text`, in any order, blind to case and accents. No words match everything. */
export function hasWords(text: RawBuilder<string>, search: string): RawBuilder<boolean> {
  const words = search.split(/\s+/).filter(Boolean)
  // An array is made once for the statement; without it the patterns would be made again for each row.
  const patterns = sql`ARRAY(SELECT name_pattern(word) FROM unnest(${words}::text[]) AS word)`
  return sql`fold_name(${text}) LIKE ALL (${patterns})`
}
