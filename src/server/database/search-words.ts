import { type RawBuilder, sql } from 'kysely'

/** Modifier letters, such as the okina, count as apostrophes. */
const sign = /[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}\p{N}]+/u

/**
 * The words of a search, which people write with other signs than the name has: 'Thao, Xee' and 'Garcia-Lopez' (docs/product.md
 * 75). Only a search that has nothing but signs is for those signs.
 */
export function searchWords(text: string): { words: string[]; signs: string[] } {
  const words = [...new Set(text.split(sign).filter(Boolean))]
  return { words, signs: words.length > 0 ? [] : text.split(/\s+/).filter(Boolean) }
}

/** Whether the texts contain every word of `search`, in any order. No words match everything. */
export function matchesWords(texts: readonly RawBuilder<string>[], search: string): RawBuilder<boolean> {
  const { words, signs } = searchWords(search)
  const folded = sql.join(
    texts.map((text) => sql`search_text(${text})`),
    sql` || ' ' || `,
  )
  return sql`${folded} LIKE ALL (${patternsOf(words)}) AND ${hasSigns(sql.join(texts, sql` || ' ' || `), signs)}`
}

/** A sub-select, which is evaluated once per statement, and not once per row. */
export const patternsOf = (words: readonly string[]): RawBuilder<string[]> =>
  sql`ARRAY(SELECT name_pattern(word) FROM unnest(${words}::text[]) AS word)`

export function hasSigns(text: RawBuilder<unknown>, signs: readonly string[]): RawBuilder<boolean> {
  return sql.join([sql`true`, ...signs.map((sign) => sql`strpos(${text}, ${sign}) > 0`)], sql` AND `)
}

/** One wrong or missing letter in a name of four still leaves two of five trigrams. */
export const similarity = 0.35

/** How similar a name is to the words of a search; higher is better. */
export function similarityTo(text: RawBuilder<string>, words: readonly string[]): RawBuilder<number> {
  const each = words.map((word) => sql`word_similarity((SELECT fold_name(${word})), ${text})`)
  return sql.join(each, sql` + `)
}
