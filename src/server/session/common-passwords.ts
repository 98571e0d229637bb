import { normalizedPassword } from '#contract/session/schema.ts'

let common: Promise<Set<string>> | undefined

/** Read when a password is first set, not at start: the list takes a few megabytes. */
function commonPasswords(): Promise<Set<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as string[]),
  )
  return common
}

const lettersAndDigits = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const withoutTrailingDigits = (text: string) => text.replace(/\p{N}+$/u, '')

/**
 * Decision 25: whether a password is one of the commonly used ones, or merely the organisation's name or the person's
 * own e-mail address, with or without digits behind.
 */
export async function isTooCommon(password: string, context: { email: string; organization: string }) {
  const folded = normalizedPassword(password).toLowerCase()
  if ((await commonPasswords()).has(folded)) return true
  const [mailName = ''] = context.email.split('@')
  const own = [context.organization, context.email, mailName].map(lettersAndDigits)
  const bare = lettersAndDigits(folded)
  return own.some((name) => name !== '' && (bare === name || withoutTrailingDigits(bare) === name))
}
