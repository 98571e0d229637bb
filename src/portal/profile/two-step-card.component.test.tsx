import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type FailureCode, failures } from '#contract/failures.ts'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { TwoStepCard } from './two-step-card.tsx'

const open = (isOn: boolean, answers: Answers = {}) =>
  openPortal({
    screens: { '/profile': <TwoStepCard /> },
    address: '/profile',
    answers: {
      'GET /auth/two-step': () => Response.json({ isOn, hasApp: isOn, passkeys: 0, recoveryCodesLeft: 10 }),
      'POST /auth/two-step': () => Response.json({ secret: 'JBSWY3DP', uri: 'otpauth://totp/portal' }),
      ...answers,
    },
  })

test.each([
  ['Set up', false],
  ['New recovery codes', true],
  ['Turn off', true],
] as const)('Cancel returns focus to the button %s', async (name, isOn) => {
  const { screen } = await open(isOn)
  const opener = screen.getByRole('button', { name, exact: true })
  await opener.click()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(opener).toHaveFocus()
})

const wrong = (code: FailureCode) => () =>
  Response.json({ code, message: failures[code].message }, { status: failures[code].status })

test('turning two-step sign-in off needs password and code', async () => {
  let isOn = true
  const answers = [
    wrong('wrong-password'),
    wrong('wrong-code'),
    () => {
      isOn = false
      return Response.json({ message: 'Done.' })
    },
  ]
  const sent: unknown[] = []
  const { screen } = await open(true, {
    'GET /auth/two-step': () => Response.json({ isOn, hasApp: isOn, passkeys: 0, recoveryCodesLeft: 10 }),
    'DELETE /auth/two-step': (body) => {
      sent.push(body)
      return answers.shift()?.() ?? Response.error()
    },
  })
  const turnOff = screen.getByRole('button', { name: 'Turn off' })
  await turnOff.click()
  const password = screen.getByRole('textbox', { name: 'Password' })
  const code = screen.getByLabelText('Code or recovery code')
  await expect.element(password).toHaveFocus()
  await password.fill('not my password')
  await code.fill('000000')
  await turnOff.click()
  await expect.element(password).toHaveAccessibleDescription(failures['wrong-password'].message)
  await password.fill('my password')
  await turnOff.click()
  await expect
    .element(code)
    .toHaveAccessibleDescription(expect.stringContaining(failures['wrong-code'].message))
  await code.fill('123456')
  await turnOff.click()
  await expect
    .element(screen.getByRole('status').filter({ hasText: 'Two-step sign-in is off.' }))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Set up' })).toBeVisible()
  expect(sent.at(-1)).toEqual({ password: 'my password', code: '123456' })
})

test('the set-up reports a wrong code, shows ten recovery codes once, and says that it is on [T958]', async () => {
  let isOn = false
  const recoveryCodes = Array.from({ length: 10 }, (_, number) => `AAAA-${number}`)
  const answers = [
    wrong('wrong-code'),
    () => {
      isOn = true
      return Response.json({ recoveryCodes })
    },
  ]
  const { screen } = await open(false, {
    'GET /auth/two-step': () => Response.json({ isOn, hasApp: isOn, passkeys: 0, recoveryCodesLeft: 10 }),
    'POST /auth/two-step/confirm': () => answers.shift()?.() ?? Response.error(),
  })
  await screen.getByRole('button', { name: 'Set up' }).click()
  const code = screen.getByRole('textbox', { name: 'Code' })
  await expect.element(code).toHaveFocus()
  await expect.element(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect.element(screen.getByText('JBSW Y3DP')).toBeVisible()
  await userEvent.keyboard('000000{Enter}')
  await expect
    .element(code)
    .toHaveAccessibleDescription(expect.stringContaining(failures['wrong-code'].message))
  await expect.element(code).toHaveFocus()
  await code.fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('heading', { name: 'Recovery codes' })).toHaveFocus()
  const shown = screen.getByRole('listitem').elements()
  expect(shown.map(({ textContent }) => textContent)).toEqual(recoveryCodes)
  await screen.getByRole('button', { name: 'I have saved them' }).click()
  await expect
    .element(screen.getByRole('status').filter({ hasText: 'Two-step sign-in is on.' }))
    .toHaveFocus()
  await expect.element(screen.getByText(/10 recovery codes are left\./)).toBeVisible()
})
