import * as z from 'zod/mini'
import { lengths } from './lengths.ts'
import { controlCharacter, controlCharacterInProse } from './plain-text.ts'

/* The text rules, once for all fields: trim, then check; stored as typed. */

/** Letters, digits, signs: a text of joiners and accents alone looks empty. */
export const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Longest value in UTF-16 code units: what `maxlength` and the screens count. The library's own check counts code points, of
 * which a text of emoji has half as many. JSON Schema counts code points as well: `maxLength` is the nearest it can say.
 */
export function atMost(max: number, message: string | { error: string; abort: true }) {
  return [z.refine<string>((value) => value.length <= max, message), z.meta({ maxLength: max })] as const
}

interface TextRules {
  /** How messages call the field: 'First name'. */
  label: string
  /** Longest value in UTF-16 code units. */
  max: number
  /** Said when nothing but white space was sent. */
  required: string
}

const notOnOneLine = "can't hold line breaks or control characters"

/** Text on one line. */
export function line(rules: TextRules) {
  return text(rules, controlCharacter, notOnOneLine)
}

/** Text on one line that may be missing. */
export function lineOrEmpty({ label, max, required }: TextRules) {
  return z.string({ error: required }).check(
    z.trim(),
    ...atMost(max, tooLong(label, max)),
    z.refine((value) => !controlCharacter.test(value), `${label} ${notOnOneLine}`),
    z.refine((value) => value === '' || visible.test(value), required),
  )
}

/** Text that may run over several lines. */
export function prose(rules: TextRules) {
  return text(rules, controlCharacterInProse, "can't hold control characters")
}

export function tooLong(label: string, max: number): string {
  return `${label} can have at most ${max.toLocaleString('en-US')} characters`
}

function text({ label, max, required }: TextRules, unwanted: RegExp, complaint: string) {
  return z.string({ error: required }).check(
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    ...atMost(max, tooLong(label, max)),
    z.refine((value) => !unwanted.test(value), `${label} ${complaint}`),
    z.refine((value) => visible.test(value), required),
  )
}

const mailbox = z.email()

/** An email address: at most 254 characters, at most 64 before the @. */
export function emailAddress(message: { required: string; invalid: string }) {
  return z.string({ error: message.required }).check(
    z.trim(),
    z.minLength(1, { error: message.required, abort: true }),
    ...atMost(lengths.email, { error: message.invalid, abort: true }),
    z.refine((value) => value.indexOf('@') <= 64 && mailbox.safeParse(value).success, message.invalid),
    z.meta({ examples: ['amina.warsame@example.org'] }),
  )
}
