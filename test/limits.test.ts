import { globSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { newPassword } from '#contract/session/schema.ts'
import { linkMail } from '#server/outgoing-mail/compose.ts'
import { cookiesWording } from '#site/legal/cookies.wording.en.ts'
import { privacyWording } from '#site/legal/privacy.wording.en.ts'
import { organization } from '#test/support/outgoing-mail.ts'

/* How long links, sessions, passwords and the windows of the note rule are is stated once, and every sentence follows. */

vi.mock('#contract/session/limits.ts', async (original) => ({
  ...(await original<object>()),
  linkHours: { 'set-up': 47, reset: 3 },
  passwordLength: { min: 11, max: 99 },
  sessionLimits: { lifetime: 9 * 60 * 60, idle: 21 * 60, idleWarning: 19 * 60, activityInterval: 60 },
  deviceDays: 91,
  confirmationSeconds: 13 * 60,
  recoveryCodeCount: 12,
}))
vi.mock(import('#contract/contact-messages/form.ts'), async (original) => ({
  ...(await original()),
  contactsPerHour: 33 as 20,
}))
vi.mock('#contract/notes/rules.ts', () => ({ noteWindowDays: { admin: 77, manager: 22 } }))

const facts = { organization, retentionYears: 7 }
const all = (value: unknown) => JSON.stringify(value)
const letter = (kind: 'set-up' | 'reset') =>
  linkMail({ kind, firstName: 'Amina', token: '' }, { publicUrl: '', organization }).text

test.each([
  ['the mail to a new employee', letter('set-up'), ['47 hours']],
  ['the mail with a new link', letter('reset'), ['3 hours']],
  ['the cookie policy', all(cookiesWording.sections(facts)), ['9 hours', '91 days']],
  ['the privacy statement', all(privacyWording.sections(facts)), ['21 minutes']],
  ['the API page, of employees', all(employeeEndpoints), ['47 hours', '3 hours']],
  ['the API page, of sessions', all(sessionEndpoints), ['3 hours', '21 minutes']],
  ['the API page, of contact messages', all(contactEndpoints), ['33 messages an hour']],
  [
    'a password that is too short',
    all(newPassword.safeParse({ password: '' }).error),
    ['11 to 99 characters'],
  ],
  ['the API page, of a new password', all(z.toJSONSchema(newPassword)), ['11 to 99 characters']],
  ['the API page, of notes', all(noteEndpoints), ['77 days', '22 days']],
])('%s', (_, text, limits) => {
  for (const limit of limits) expect(text).toContain(limit)
})

test('no screen of the portal writes such a limit itself', () => {
  const limit = /(?<!last )\b\d[\d ]*(hours?|minutes?|days?|characters|codes)\b/i
  for (const file of globSync('src/portal/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })) {
    const code = readFileSync(file, 'utf8').replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')
    expect(limit.exec(code)?.[0], file).toBeUndefined()
  }
})
