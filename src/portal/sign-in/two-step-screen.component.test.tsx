import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { signInPaths } from '#contract/paths.ts'
import { call } from '#portal/calls/call.ts'
import { redirectTo, redirectToLogin, redirectToTwoStep } from '#portal/session/redirects.ts'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { LoginScreen } from './login-screen.tsx'
import { TwoStepScreen } from './two-step-screen.tsx'

vi.mock(import('#portal/session/redirects.ts'), { spy: true })

beforeEach(() => {
  vi.mocked(redirectTo).mockImplementation(() => {})
  vi.mocked(redirectToLogin).mockImplementation(() => {})
  vi.mocked(redirectToTwoStep).mockImplementation(() => {})
})

const forbidden = (code: string) => () => Response.json({ code, message: 'Refused.' }, { status: 403 })

const tokenOf = (claims: object) => {
  const all = { sub: 'e1', sid: 's1', email: 'm@example.org', name: 'Mia', iat: 0, exp: 9e9, ...claims }
  return `x.${btoa(JSON.stringify(all))}.x`
}

const screens = { [signInPaths.twoStep]: <TwoStepScreen />, [signInPaths.login]: <LoginScreen /> }

/** The screen to which someone was led on the way to the clients. */
function open(role: 'admin' | 'manager', answers: Answers) {
  localStorage.setItem('token', tokenOf({ role }))
  sessionStorage.setItem('wantedAddress', '/manager/clients')
  onTestFinished(() => {
    localStorage.clear()
    sessionStorage.clear()
    vi.clearAllMocks()
  })
  return openPortal({ screens, address: signInPaths.twoStep, role, answers })
}

const isDue = { 'GET /auth/two-step': () => Response.json({ isOn: false, isRequired: true }) }

test('an admin sets up what the role requires, and goes on to the address that was asked for [T957]', async () => {
  const recoveryCodes = Array.from({ length: 10 }, (_, number) => `AAAA-${number}`)
  const { screen } = await open('admin', {
    ...isDue,
    'POST /auth/two-step': () => Response.json({ secret: 'JBSWY3DP', uri: 'otpauth://totp/portal' }),
    'POST /auth/two-step/confirm': () => Response.json({ recoveryCodes }),
  })
  await expect.element(screen.getByText(/^Your role requires two-step sign-in\./)).toBeVisible()
  await screen.getByRole('textbox', { name: 'Code' }).fill('123456')
  await screen.getByRole('button', { name: 'Turn on' }).click()
  await screen.getByRole('button', { name: 'I have saved them' }).click()
  await expect.poll(() => vi.mocked(redirectTo).mock.calls).toEqual([['/manager/clients']])
})

test('asks a user who signed in too long ago to sign in again', async () => {
  await open('admin', { ...isDue, 'POST /auth/two-step': forbidden('confirm-password') })
  await expect.poll(() => vi.mocked(redirectToLogin).mock.calls).toEqual([[{ ended: true }]])
  expect(localStorage.getItem('token')).toBeNull()
})

test('leads a manager, who need not set it up, to the address that was asked for', async () => {
  const { requests } = await open('manager', {
    'GET /auth/two-step': () => Response.json({ isOn: false, isRequired: false }),
  })
  await expect.poll(() => vi.mocked(redirectTo).mock.calls).toEqual([['/manager/clients']])
  expect(requests).toEqual(['GET /auth/two-step'])
})

test('while the setup is due, the sign-in and any other call lead to it', async () => {
  onTestFinished(() => localStorage.clear())
  const token = tokenOf({ role: 'admin', setUpTwoStep: true })
  const { screen } = await openPortal({
    screens,
    address: signInPaths.login,
    answers: {
      'POST /auth/login': () => Response.json({ token }),
      'GET /contact/unread': forbidden('two-step-required'),
    },
  })
  await screen.getByLabelText('Email').fill('m@example.org')
  await screen.getByLabelText('Password', { exact: true }).fill('four words in a row')
  await screen.getByRole('button', { name: 'Login', exact: true }).click()
  await expect.poll(() => vi.mocked(redirectTo).mock.calls).toEqual([[signInPaths.twoStep]])
  expect(redirectToTwoStep).not.toHaveBeenCalled()
  await expect(call('GET /contact/unread', {})).rejects.toMatchObject({ code: 'two-step-required' })
  expect(redirectToTwoStep).toHaveBeenCalledTimes(1)
})
