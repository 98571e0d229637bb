import { z } from 'zod'
import { visible } from '#contract/text.ts'

/** Ends, and turns, the line: separators and the signs that make text run the other way. */
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_C}]/u

/** A line that an operator writes. Letters with accents are kept as one sign each, as fonts hold them. */
export function text(longest: number) {
  return z
    .string()
    .trim()
    .normalize('NFC')
    .min(1, { error: 'must not be empty', abort: true })
    .max(longest, `must have at most ${longest} characters`)
    .refine((value) => !unwanted.test(value), {
      error: 'must be one line without control characters or signs that turn its direction',
      abort: true,
    })
    .refine((value) => visible.test(value), 'must hold a letter that one can see')
}
