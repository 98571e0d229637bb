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

interface TextRules extends Described {
  /** What screens call the field. */
  label: string
  /** Longest value in UTF-16 code units. */
  max: number
  /** Said when nothing but white space was sent. */
  required: string
}

interface Described {
  description?: string
  example?: string
}

/** What the API's reference says of a field. */
export function described({ description, example }: Described) {
  return z.meta({ ...(description && { description }), ...(example && { examples: [example] }) })
}

const notOnOneLine = "can't hold line breaks or control characters"

/** Text on one line. */
export function line(rules: TextRules) {
  return text(rules, controlCharacter, notOnOneLine)
}

/** Text on one line that may be missing. */
export function lineOrEmpty({ label, max, required, ...rest }: TextRules) {
  return z.string({ error: required }).check(
    z.trim(),
    ...atMost(max, tooLong(label, max)),
    z.refine((value) => !controlCharacter.test(value), `${inSentence(label)} ${notOnOneLine}`),
    z.refine((value) => value === '' || visible.test(value), required),
    described(rest),
  )
}

/** Text that may run over several lines. */
export function prose(rules: TextRules) {
  return text(rules, controlCharacterInProse, "can't hold control characters")
}

/** 'First Name' → 'First name' */
const inSentence = (label: string) => label.charAt(0) + label.slice(1).toLowerCase()

export function tooLong(label: string, max: number): string {
  return `${inSentence(label)} can have at most ${max.toLocaleString('en-US')} characters`
}

function text({ label, max, required, ...rest }: TextRules, unwanted: RegExp, complaint: string) {
  return z.string({ error: required }).check(
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    ...atMost(max, tooLong(label, max)),
    z.refine((value) => !unwanted.test(value), `${inSentence(label)} ${complaint}`),
    z.refine((value) => visible.test(value), required),
    described(rest),
  )
}

const mailbox = z.email()

/** An email address: at most 254 characters, at most 64 before the @. */
export function emailAddress(rules: { required: string; invalid: string } & Described) {
  const { required, invalid, description, example = 'amina.warsame@example.org' } = rules
  return z.string({ error: required }).check(
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    ...atMost(lengths.email, { error: invalid, abort: true }),
    z.refine((value) => value.indexOf('@') <= 64 && mailbox.safeParse(value).success, invalid),
    described({ example, ...(description && { description }) }),
  )
}
