import { normalizedPassword } from '#contract/session/schema.ts'
import { visible } from '#contract/text.ts'

let common: Promise<Set<string>> | undefined

/** Read when a password is first set, not at start: the list takes a few megabytes. */
function commonPasswords(): Promise<Set<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as string[]),
  )
  return common
}

/** Shorter words are ignored: they are too small a part of a password. */
const shortestWord = 4

const lettersAndDigits = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const withoutEnding = (text: string) => text.replace(/[^\p{L}]+$/u, '')

/** Signs that are often put in the place of a letter; a 1 or a ! may stand for i or l. */
const lookAlikes = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' } as const
function inLetters(text: string, one: 'i' | 'l'): string {
  const plain = text.replace(/[03457@$]/g, (sign) => lookAlikes[sign as keyof typeof lookAlikes])
  return plain.replace(/[1!|]/g, one)
}

/** A password without the usual additions and replacements: 'P@ssw0rd123!' is 'password'. */
function rootsOf(password: string): string[] {
  const bare = [password, withoutEnding(password)]
  const readings = bare.flatMap((text) => [text, inLetters(text, 'i'), inLetters(text, 'l')])
  const roots = readings.flatMap((text) => [
    text,
    lettersAndDigits(text),
    withoutEnding(lettersAndDigits(text)),
  ])
  return [...new Set(roots)].filter((root) => root.length >= shortestWord)
}

/** The organization's first word, first two words …; the address, its name, and the words of that. */
function namesOf({ email, organization }: { email: string; organization: string }): Set<string> {
  const words = organization.split(/\s+/)
  const leading = words.map((_, count) => words.slice(0, count + 1).join(''))
  const [mailName = ''] = email.split('@')
  return new Set([...leading, email, mailName, ...mailName.split(/[^\p{L}\p{N}]+/u)].map(lettersAndDigits))
}

/**
 * Whether a password is one of the commonly used ones, or merely the organization's name or the employee's own email
 * address, with or without digits and signs behind, and signs in the place of letters. A single repeated character and
 * invisible text count as common, too.
 */
export async function isTooCommon(password: string, context: { email: string; organization: string }) {
  const folded = normalizedPassword(password).toLowerCase()
  if (!visible.test(folded) || new Set(folded).size === 1) return true
  const list = await commonPasswords()
  const names = namesOf(context)
  return rootsOf(folded).some((root) => list.has(root) || names.has(root))
}
