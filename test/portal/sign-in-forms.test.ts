import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { forgottenAccount, loginForm } from '#contract/session/form.ts'
import { passwordForm } from '#portal/sign-in/new-password.tsx'

const wrongIn = (form: z.ZodMiniType, values: object) =>
  form.safeParse(values).error?.issues.map(({ path, message }) => `${path}: ${message}`) ?? []

describe('the login form', () => {
  const password = 'four words in a row'

  it('requires email and password [T98]', () => {
    expect(wrongIn(loginForm, { email: ' ', password: '' })).toEqual([
      'email: Email is required.',
      'password: Password is required.',
    ])
  })

  it('accepts an email of 254 characters, 64 before the @, and rejects longer or invalid ones [T99]', () => {
    const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.org`
    const longest = `${'a'.repeat(64)}@${domain}`.padEnd(254, 'g')
    expect(longest).toHaveLength(254)
    expect(wrongIn(loginForm, { email: longest, password })).toEqual([])
    for (const email of [`${longest}g`, `${'a'.repeat(65)}@example.org`, 'nobody', 'nobody@'])
      expect(wrongIn(loginForm, { email, password }), email).toEqual(['email: Enter a valid email.'])
  })

  it('shows that a password is required for any impossible one [T100]', () => {
    for (const wrong of ['', '7 signs', 'x'.repeat(129)])
      expect(wrongIn(loginForm, { email: 'a@example.org', password: wrong }), wrong).toEqual([
        'password: Password is required.',
      ])
    for (const right of ['8 signs.', 'x'.repeat(128)])
      expect(wrongIn(loginForm, { email: 'a@example.org', password: right })).toEqual([])
  })
})

describe('the form of a forgotten password', () => {
  it('requires only an @ in the email of a forgotten password [T103]', () => {
    for (const email of ['', '  ', 'nobody'])
      expect(wrongIn(forgottenAccount, { email })).toEqual(['email: Please enter a valid email address.'])
    expect(wrongIn(forgottenAccount, { email: 'a@b' })).toEqual([])
  })
})

describe('the form of a new password', () => {
  const sentence = 'Passwords must match and meet length requirements.'

  it.each([
    ['nothing', '', '', 'password'],
    ['seven characters', '7 signs', '7 signs', 'password'],
    ['129 characters', 'x'.repeat(129), 'x'.repeat(129), 'password'],
    ['no confirmation', 'four words in a row', '', 'confirm'],
    ['another confirmation', 'four words in a row', 'five words in a row', 'confirm'],
  ])(
    'rejects %s in a new password with one message, at the field to change [T101]',
    (_, password, confirm, field) => {
      expect(wrongIn(passwordForm, { password, confirm })).toEqual([`${field}: ${sentence}`])
    },
  )

  it('accepts eight characters that were typed twice [T166]', () => {
    expect(wrongIn(passwordForm, { password: '8 signs.', confirm: '8 signs.' })).toEqual([])
  })
})
