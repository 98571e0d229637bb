import { expect, onTestFinished, test, vi } from 'vitest'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { SetPasswordScreen } from './set-password-screen.tsx'

const address = '/set-password'

const ofAccount = { 'POST /auth/link': () => Response.json({ email: 'amina@example.org' }) }

async function open(answers: Answers) {
  sessionStorage.setItem('linkToken', 'one-time')
  return await openPortal({ screens: { [address]: <SetPasswordScreen /> }, address, answers })
}

test('names the account of the link before a password is typed', async () => {
  const { screen, requests } = await open(ofAccount)
  await expect.element(screen.getByText('Account: amina@example.org')).toBeVisible()
  const password = screen.getByLabelText('New password', { exact: true })
  await expect.element(password).toHaveFocus()
  expect(requests).toEqual(['POST /auth/link'])
})

test('says that a link has expired before a password is typed', async () => {
  const message = 'This link is no longer valid. Ask for a new one.'
  const expired = () => Response.json({ code: 'link-not-valid', message }, { status: 400 })
  const { screen } = await open({ 'POST /auth/link': expired })
  await expect.element(screen.getByText(message)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Forgot Password' })).toBeVisible()
  await expect.element(screen.getByLabelText('New password', { exact: true })).toHaveValue('')
})

test('shows the form when the link cannot be checked', async () => {
  const { screen } = await open({ 'POST /auth/link': () => Promise.reject(new TypeError('Failed to fetch')) })
  await expect.element(screen.getByLabelText('New password', { exact: true })).toBeVisible()
})

async function choosePassword(
  { screen }: Awaited<ReturnType<typeof open>>,
  password: string,
  confirm = password,
) {
  await screen.getByLabelText('New password', { exact: true }).fill(password)
  await screen.getByLabelText('Confirm password', { exact: true }).fill(confirm)
  await screen.getByRole('button', { name: 'Set password' }).click()
}

test('a password that is too short or too common is reported at its field [T952]', async () => {
  const password = 'This password is too common. Choose another one.'
  const tooCommon = { code: 'invalid-input', message: 'Wrong input.', fields: { password } }
  const opened = await open({
    ...ofAccount,
    'POST /auth/save': () => Response.json(tooCommon, { status: 400 }),
  })
  const { screen, requests } = opened
  const field = screen.getByLabelText('New password', { exact: true })
  await choosePassword(opened, 'short')
  await expect
    .element(field)
    .toHaveAccessibleDescription('Passwords must match and meet length requirements.')
  expect(requests).not.toContain('POST /auth/save')
  await choosePassword(opened, 'password1234')
  await expect.element(field).toHaveAccessibleDescription(password)
})

test('a password that may have been saved is advised to be tried, a used link to be replaced [T960]', async () => {
  const used = { code: 'link-not-valid', message: 'This link is no longer valid.' }
  const notValid = () => Response.json(used, { status: 400 })
  const title = 'Failed to set password. Your token may have expired.'
  const openWith = (...answers: (() => Response | Promise<Response>)[]) =>
    open({ ...ofAccount, 'POST /auth/save': () => answers.shift()?.() ?? Response.error() })

  const lost = await openWith(() => Promise.reject(new TypeError('Failed to fetch')), notValid)
  const alert = lost.screen.getByRole('alert')
  await choosePassword(lost, 'quiet lakes in october')
  await expect.element(alert).toMatchTextContent('The server is not responding.')
  await lost.screen.getByRole('button', { name: 'Set password' }).click()
  await expect.element(alert).toMatchTextContent('Sign in with the password that you chose')
  await lost.screen.unmount()

  const { screen, ...opened } = await openWith(notValid)
  await choosePassword({ screen, ...opened }, 'quiet lakes in october')
  await expect.element(screen.getByRole('alert')).toMatchTextContent(title)
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('use Forgot Password or ask the person who created your account')
  await expect.element(screen.getByRole('link', { name: 'Forgot Password' })).toBeVisible()
  const backToLogin = screen.getByRole('link', { name: 'Back to login' })
  await expect.element(backToLogin).toHaveAttribute('href', '/login')
})

test('the login opens 2.5 seconds after a password is set [T41]', async () => {
  const addresses: string[] = []
  const stay = (event: NavigateEvent) => {
    event.preventDefault()
    addresses.push(new URL(event.destination.url).pathname)
  }
  navigation.addEventListener('navigate', stay)
  const late = Promise.withResolvers<Response>()
  const opened = await open({ ...ofAccount, 'POST /auth/save': () => late.promise })
  const { screen } = opened
  await expect.element(screen.getByText('Account: amina@example.org')).toBeVisible()
  await choosePassword(opened, 'quiet lakes in october')
  await expect.element(screen.getByRole('button', { name: 'Saving...' })).toBeVisible()
  // From here on, only the test lets time pass.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    navigation.removeEventListener('navigate', stay)
  })
  late.resolve(Response.json({ message: 'Done.' }))
  const saved = screen.getByText('Password set successfully! You can now log in.')
  // Polling by Vitest would advance the clock, and the redirect is timed a moment after the message is shown.
  while (!saved.query() || vi.getTimerCount() === 0) await new Promise(requestAnimationFrame)
  vi.advanceTimersByTime(2499)
  expect(addresses).toEqual([])
  vi.advanceTimersByTime(1)
  expect(addresses).toEqual(['/login'])
})
