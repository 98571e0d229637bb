import { createRequire } from 'node:module'
import { normalizedPassword } from '#contract/session/limits.ts'
import { visibleCharacter } from '#contract/text.ts'

const load = createRequire(import.meta.url)

let common: ((password: string) => boolean) | undefined

/**
 * Whether it is in one of two lists, loaded when first needed: the 50,000 most common passwords of at least 8 characters,
 * and words that are shorter before digits are appended.
 */
function isCommon(password: string): boolean {
  common ??= loadLists()
  return common(password)
}

function loadLists() {
  const long: { test(password: string): boolean } = load('fxa-common-password-list')
  const { dictionary } = load('@zxcvbn-ts/language-common')
  const short = new Set<string>(dictionary['passwords-common'])
  return (password: string) => short.has(password) || (password.length >= 8 && long.test(password))
}

/** Lengths of words in a secret: random characters hardly ever form one of six. */
const wordLengths = { least: 6, most: 20 }

/** The secret's length if each different common word in it counts as one character, and repeats as none. */
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
      if (/[\p{L}\p{N}+/=]/u.test(text.charAt(at))) others += 1
    }
    at += length
  }
  return words.size + others
}

/** Words that staff in this field and state are likely to choose, alone or joined. */
const industryTerms = [
  ...['case', 'caseload', 'client', 'advocate', 'social', 'work', 'worker', 'manager', 'management'],
  ...['housing', 'home', 'homeless', 'homelessness', 'shelter', 'landlord', 'tenant', 'eviction'],
  ...['relocation', 'stable', 'stability', 'stabilization', 'human', 'support', 'services', 'nonprofit'],
  ...['minnesota', 'minneapolis', 'st', 'saint', 'paul', 'cloud', 'twin', 'cities', 'hennepin', 'ramsey'],
  ...['dakota', 'duluth', 'rochester', 'bloomington', 'mankato', 'moorhead', 'county'],
].flatMap((term) => [term, `${term}s`])

/** Shorter words are ignored. */
const shortestWord = 4

const isLongEnough = ({ length }: string) => length >= shortestWord

const lettersAndDigits = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const withoutEnds = (text: string) => text.replace(/^\P{L}+|\P{L}+$/gu, '')

/** Signs that often replace letters; a 1 or a ! may stand for i or l. */
const lookAlikes = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' } as const
function inLetters(text: string, letter: 'i' | 'l'): string {
  const plain = text.replace(/[03457@$]/g, (sign) => lookAlikes[sign as keyof typeof lookAlikes])
  return plain.replace(/[1!|]/g, letter)
}

/** A password without the usual additions and replacements: 'P@ssw0rd123!' is 'password'. */
function rootsOf(password: string): string[] {
  const bare = [password, withoutEnds(password)]
  const readings = bare.flatMap((text) => [text, inLetters(text, 'i'), inLetters(text, 'l')])
  const roots = readings.flatMap((text) => [
    text,
    lettersAndDigits(text),
    withoutEnds(lettersAndDigits(text)),
  ])
  return [...new Set(roots)].filter(isLongEnough)
}

/** The employee and the organization whose names a password must not be made of. */
interface Context {
  email: string
  organization: { name: string; address: readonly string[] }
}

/**
 * Names to reject: the first word, first two words … of the organization's name; the words of its postal address; the
 * email address, its local part, and the words of the local part; and industry terms.
 */
function namesOf({ email, organization }: Context): Set<string> {
  const words = organization.name.split(/\s+/)
  const places = organization.address.flatMap((line) => line.split(/[^\p{L}]+/u))
  const leading = words.map((_, count) => words.slice(0, count + 1).join(''))
  const [mailName = ''] = email.split('@')
  const mailWords = mailName.split(/[^\p{L}\p{N}]+/u)
  const names = [...leading, ...places, ...industryTerms, email, mailName, ...mailWords].map(lettersAndDigits)
  // Any password could be made up of single letters.
  return new Set(names.filter(({ length }) => length > 1))
}

/**
 * Whether a password is a common one, or made up of the organization's name or location, industry terms or the employee's
 * own email address, even with digits or symbols attached, between them or in place of letters. A single repeated
 * character and invisible text also count as common.
 */
export function isTooCommon(password: string, context: Context): boolean {
  const folded = normalizedPassword(password).toLowerCase()
  if (!visibleCharacter.test(folded) || new Set(folded).size === 1) return true
  const names = namesOf(context)
  const roots = rootsOf(folded)
  const words = roots.map((root) => root.replace(/\P{L}/gu, '')).filter(isLongEnough)
  return roots.some(isCommon) || [...roots, ...words].some((text) => isMadeOf(names, text))
}

/** Whether the text is one of the words, or several of them joined. */
function isMadeOf(words: Set<string>, text: string): boolean {
  const ends = new Set([0])
  for (const at of ends) for (const word of words) if (text.startsWith(word, at)) ends.add(at + word.length)
  return ends.has(text.length)
}
