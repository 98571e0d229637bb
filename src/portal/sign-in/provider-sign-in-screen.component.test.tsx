import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { type FailureCode, failures } from '#contract/failures.ts'
import { ProviderSignInScreen } from './provider-sign-in-screen.tsx'

const failure = (code: FailureCode, more: object = {}) =>
  Response.json({ code, message: failures[code].message, ...more }, { status: failures[code].status })

test('asks for the code of an account that has one, and says which was wrong [T1549]', async () => {
  const server = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', server)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { promise, resolve } = Promise.withResolvers<Response>()
  server.mockReturnValueOnce(promise)
  const screen = await render(<ProviderSignInScreen />)
  await expect.element(screen.getByRole('status').first()).toMatchTextContent('Signing you in…')
  resolve(failure('second-step-needed', { secondSteps: ['app'] }))
  const code = screen.getByRole('textbox', { name: 'Code' })
  await expect.element(code).toHaveFocus()
  server.mockResolvedValueOnce(failure('wrong-code'))
  await code.fill('123456')
  await screen.getByRole('button', { name: 'Login' }).click()
  await expect.element(code).toHaveAccessibleDescription(new RegExp(failures['wrong-code'].message))
  server.mockResolvedValueOnce(failure('sign-in-expired'))
  await code.fill('654321')
  await screen.getByRole('button', { name: 'Login' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(failures['sign-in-expired'].message)
  expect(server.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))])).toEqual([
    ['/api/auth/organization', { query: '?' }],
    ['/api/auth/organization', { code: '123456' }],
    ['/api/auth/organization', { code: '654321' }],
  ])
})
