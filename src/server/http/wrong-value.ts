import type * as z from 'zod/mini'

/** What JSON calls them, in words for people. */
const words: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/**
 * The sentence about a value for which its schema has none of its own, so that a caller never reads the schema library's
 * jargon (decision 33). What is wrong with the whole body has no path.
 */
export function wrongValue({ code, expected, values, path = [] }: z.core.$ZodRawIssue): string {
  if (path.length === 0) return 'Send a JSON object with the fields that this call takes.'
  const name = `"${path.join('.')}"`
  if (code === 'invalid_type')
    return `${name} must be ${words[String(expected)] ?? 'a value of another kind'}.`
  if (code === 'invalid_value' && Array.isArray(values)) return `${name} must be ${values.join(' or ')}.`
  return `${name} can't have this value.`
}
