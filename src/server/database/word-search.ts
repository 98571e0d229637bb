import { type RawBuilder, sql } from 'kysely'

/** Whether every word of `search` is part of `text`, in any order, blind to case and accents. No words match everything. */
export function hasWords(text: RawBuilder<string>, search: string): RawBuilder<boolean> {
  const words = search.split(/\s+/).filter(Boolean)
  return sql`fold_name(${text}) LIKE ALL (SELECT name_pattern(word) FROM unnest(${words}::text[]) AS word)`
}
