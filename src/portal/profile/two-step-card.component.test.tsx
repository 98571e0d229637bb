import { expect, test } from 'vitest'
import { openPortal } from '#test/support/portal-screen.tsx'
import { TwoStepCard } from './two-step-card.tsx'

const open = (isOn: boolean) =>
  openPortal({
    screens: { '/profile': <TwoStepCard /> },
    address: '/profile',
    answers: {
      'GET /auth/two-step': () => Response.json({ isOn, recoveryCodesLeft: 10 }),
      'POST /auth/two-step': () => Response.json({ secret: 'JBSWY3DP', uri: 'otpauth://totp/portal' }),
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
