import { z } from 'zod'

/* The text rules of decisions 20 and 39, once for all fields: trim, then check; stored as typed. */

/** C0, DEL and C1: nothing that a person types on one line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/

/** The same without line breaks and tabs, which notes and messages may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
const controlCharacterInProse = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

export const hasControlCharacter = (text: string): boolean => controlCharacter.test(text)

interface TextRules {
  /** How messages call the field: 'First name'. */
  label: string
  /** Longest value in UTF-16 code units, as `maxlength` counts. */
  max: number
  /** Said when nothing but white space was sent. */
  required: string
}

const tooLong = ({ label, max }: TextRules) =>
  `${label} can have at most ${max.toLocaleString('en-US')} characters`

/** Text on one line. */
export function line(rules: TextRules) {
  return z
    .string({ error: rules.required })
    .trim()
    .min(1, { error: rules.required, abort: true })
    .max(rules.max, tooLong(rules))
    .refine(
      (text) => !controlCharacter.test(text),
      `${rules.label} can't hold line breaks or control characters`,
    )
}

/** Text that may run over several lines. */
export function prose(rules: TextRules) {
  return z
    .string({ error: rules.required })
    .trim()
    .min(1, { error: rules.required, abort: true })
    .max(rules.max, tooLong(rules))
    .refine((text) => !controlCharacterInProse.test(text), `${rules.label} can't hold control characters`)
}

/** An e-mail address: at most 254 characters, at most 64 before the @ (§5). */
export function emailAddress(message: { required: string; invalid: string }) {
  return z
    .string({ error: message.required })
    .trim()
    .min(1, { error: message.required, abort: true })
    .max(254, { error: message.invalid, abort: true })
    .refine((text) => text.indexOf('@') <= 64 && z.email().safeParse(text).success, message.invalid)
}
