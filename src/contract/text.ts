import * as z from 'zod/mini'
import { isCalendarDate } from './calendar-date.ts'
import { type Described, describedBy } from './described.ts'
import { lengths } from './lengths.ts'
import { controlCharacter, controlCharacterInMultiline } from './plain-text.ts'

/* The text rules, once for all fields: trim, then check; stored as typed. */

/** A letter, digit, punctuation mark or symbol: a text of joiners and combining marks alone looks empty. */
export const visibleCharacter = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * The maximum length in UTF-16 code units, as the `maxlength` attribute counts. Zod counts the same characters as code
 * points, which would allow twice as many emoji.
 */
export function maxLength(max: number, message: string | { error: string; abort: true }) {
  return [z.refine<string>((value) => value.length <= max, message), z.meta({ maxLength: max })] as const
}

interface TextRules extends Described {
  /** What screens call the field. */
  label: string
  /** Longest value in UTF-16 code units. */
  max: number
  /** The message for a text that is empty or blank. */
  required: string
}

const notOnOneLine = "can't contain line breaks or control characters"

/** Text on one line. */
export function lineText(rules: TextRules) {
  return text(rules, controlCharacter, notOnOneLine)
}

/** Text on one line that may be missing. */
export function optionalLineText({ label, max, required, ...rest }: TextRules) {
  return z.string({ error: required }).check(
    z.trim(),
    ...maxLength(max, tooLong(label, max)),
    without(controlCharacter, label, notOnOneLine),
    z.refine((value) => value === '' || visibleCharacter.test(value), required),
    describedBy(rest),
  )
}

/** Text that may run over several lines. */
export function multilineText(rules: TextRules) {
  return text(rules, controlCharacterInMultiline, "can't contain control characters")
}

/** Names a character that nobody sees and that is no control character. */
function without(unwanted: RegExp, label: string, complaint: string) {
  return z.refine<string>((value) => !unwanted.test(value), {
    error({ input }) {
      const [character = ''] = unwanted.exec(String(input)) ?? []
      if (/[\p{Cc}\u2028\u2029]/u.test(character)) return `${inSentence(label)} ${complaint}`
      const code = character.codePointAt(0)?.toString(16).toUpperCase()
      return `${inSentence(label)} can't contain the character U+${code}`
    },
  })
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
    ...maxLength(max, tooLong(label, max)),
    without(unwanted, label, complaint),
    z.refine((value) => visibleCharacter.test(value), required),
    describedBy(rest),
  )
}

/** As browsers check it (https://html.spec.whatwg.org/#valid-e-mail-address). */
const mailbox = z.email({ pattern: z.regexes.html5Email })

/** An email address: at most 254 characters, at most 64 before the @. */
export function emailAddress(rules: { required: string; invalid: string } & Described) {
  const { required, invalid, description, example = 'amina.warsame@example.org' } = rules
  return z.string({ error: required }).check(
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    ...maxLength(lengths.email, { error: invalid, abort: true }),
    z.refine((value) => value.indexOf('@') <= 64 && mailbox.safeParse(value).success, invalid),
    describedBy({ example, ...(description && { description }) }),
  )
}

interface DateRules extends Described {
  required: string
  invalid: string
}

/** A calendar date as 'YYYY-MM-DD', never an instant, never shifted by a time zone. */
export function calendarDate({ required, invalid, ...rest }: DateRules) {
  return z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      z.refine(isCalendarDate, invalid),
      describedBy({ example: '1990-04-12', ...rest }),
    )
}

/** The same for an optional date: '' becomes null. */
export function optionalCalendarDate(invalid: string) {
  return z.pipe(
    z.string({ error: invalid }).check(
      z.trim(),
      z.refine((text) => text === '' || isCalendarDate(text), invalid),
    ),
    z.transform((text) => text || null),
  )
}
