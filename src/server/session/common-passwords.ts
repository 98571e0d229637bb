import { normalizedPassword } from '#contract/session/schema.ts'
import { visibleCharacter } from '#contract/text.ts'

let common: Promise<(password: string) => boolean> | undefined

/**
 * Two lists, loaded when a password is first set: the 50,000 most common passwords of at least 8 characters, and words
 * that are shorter before digits are appended.
 */
function commonPasswords() {
  common ??= Promise.all([
    // @ts-expect-error the package has no types
    import('fxa-common-password-list') as Promise<{ default: { test(password: string): boolean } }>,
    import('@zxcvbn-ts/language-common'),
  ]).then(([{ default: long }, { dictionary }]) => {
    const short = new Set(dictionary['passwords-common'] as string[])
    return (password: string) => short.has(password) || long.test(password)
  })
  return common
}

/** Words that staff in this field and state are likely to choose. */
const tradeWords = [
  ...['caseworker', 'casemanager', 'casemanagement', 'caseload', 'socialworker', 'socialwork', 'advocate'],
  ...['housing', 'stablehousing', 'homeless', 'homelessness', 'shelter', 'landlord', 'tenant', 'eviction'],
  ...['relocation', 'stabilization', 'housingstabilization', 'supportservices', 'humanservices', 'nonprofit'],
  ...['minnesota', 'minneapolis', 'stpaul', 'saintpaul', 'twincities', 'hennepin', 'ramsey', 'dakota'],
  ...['duluth', 'rochester', 'bloomington', 'mankato', 'moorhead', 'stcloud', 'saintcloud'],
]

/** Shorter words are ignored. */
const shortestWord = 4

const lettersAndDigits = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const withoutEnds = (text: string) => text.replace(/^\P{L}+|\P{L}+$/gu, '')

/** Signs that often replace letters; a 1 or a ! may stand for i or l. */
const lookAlikes = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' } as const
function inLetters(text: string, one: 'i' | 'l'): string {
  const plain = text.replace(/[03457@$]/g, (sign) => lookAlikes[sign as keyof typeof lookAlikes])
  return plain.replace(/[1!|]/g, one)
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
  return [...new Set(roots)].filter((root) => root.length >= shortestWord)
}

/** The employee and the organization whose names a password must not be made of. */
interface Context {
  email: string
  organization: { name: string; address: readonly string[] }
}

/**
 * Names to reject: the first word, first two words … of the organization's name; the words of its postal address; the
 * email address, its local part, and the words of the local part; and the words of the trade.
 */
function namesOf({ email, organization }: Context): Set<string> {
  const words = organization.name.split(/\s+/)
  const places = organization.address.flatMap((line) => line.split(/[^\p{L}]+/u))
  const leading = words.map((_, count) => words.slice(0, count + 1).join(''))
  const [mailName = ''] = email.split('@')
  const mailWords = mailName.split(/[^\p{L}\p{N}]+/u)
  return new Set([...leading, ...places, ...tradeWords, email, mailName, ...mailWords].map(lettersAndDigits))
}

/**
 * Whether a password is a common one, the organization's name or place, a word of the trade or the employee's own email
 * address, also with digits and signs attached or in place of letters. A single repeated character and invisible text
 * count as common, too.
 */
export async function isTooCommon(password: string, context: Context): Promise<boolean> {
  const folded = normalizedPassword(password).toLowerCase()
  if (!visibleCharacter.test(folded) || new Set(folded).size === 1) return true
  const isCommon = await commonPasswords()
  const names = namesOf(context)
  return rootsOf(folded).some((root) => isCommon(root) || names.has(root))
}
