import { createRequire } from 'node:module'
import { normalizedPassword } from '#contract/session/limits.ts'
import { visibleCharacter } from '#contract/text.ts'

const load = createRequire(import.meta.url)

let common: Set<string> | undefined

/** Whether it is one of the 49,000 most common passwords, which are loaded when first needed. */
function isCommon(password: string): boolean {
  common ??= new Set<string>(load('@zxcvbn-ts/language-common').dictionary['passwords-common'])
  return common.has(password)
}

/** Lengths of words in a secret: random characters hardly ever form one of six. */
const wordLengths = { least: 6, most: 20 }

/** The secret's length if each different common word in it counts as one character; repeats and 'bcd' after 'a' as none. */
export function countBesideWords(secret: string): number {
  const text = secret.toLowerCase()
  const words = new Set<string>()
  let others = 0
  for (let at = 0; at < text.length; ) {
    let length = Math.min(wordLengths.most, text.length - at)
    while (length >= wordLengths.least && !isCommon(text.slice(at, at + length))) length -= 1
    if (length >= wordLengths.least) words.add(text.slice(at, at + length))
    else {
      length = 1
      const isNext = text.charCodeAt(at) === text.charCodeAt(at - 1) + 1
      if (!isNext && /[\p{L}\p{N}+/=]/u.test(text.charAt(at))) others += 1
    }
    at += length
  }
  return words.size + others
}

/** The employee and the organization whose names no password may be. */
interface Context {
  email: string
  organization: { name: string }
}

const lettersOf = (text: string) => text.toLowerCase().replace(/\P{L}/gu, '')

/** The organization's name, its first word, its first two words …; the email address, its local part and the words of that. */
function namesOf({ email, organization }: Context): string[] {
  const words = organization.name.split(/\s+/)
  const leading = words.map((_, index) => words.slice(0, index + 1).join(''))
  const [mailName = ''] = email.split('@')
  const names = [...leading, email, mailName, ...mailName.split(/[^\p{L}\p{N}]+/u)].map(lettersOf)
  // Digits with a letter or two are no name.
  return names.filter(({ length }) => length > 2)
}

/**
 * Whether a password is a common one, also repeated, or a name of the organization or the employee, even with digits or
 * symbols added. A run such as 'abcdefgh', a single repeated character and invisible text also count as common.
 */
export function isTooCommon(password: string, context: Context): boolean {
  const folded = normalizedPassword(password).toLowerCase()
  if (!visibleCharacter.test(folded) || new Set(folded).size === 1) return true
  const word = folded.replace(/^\P{L}+|\P{L}+$/gu, '')
  return (
    isCommon(folded) ||
    (word.length > 3 && isCommon(word)) ||
    (/^[\p{L}\p{N} ]+$/u.test(folded) && countBesideWords(folded) < 2) ||
    namesOf(context).includes(lettersOf(folded))
  )
}
