import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { failures } from '#contract/failures.ts'
import { screenPath } from '#contract/paths.ts'
import { openArea } from '#test/support/portal-area.tsx'
import { setUpProvider } from '#test/support/provider-name.ts'

const profile = screenPath('manager', 'profile')

/** The profile of a manager; `account` is what the server says of the link. */
async function open(account: { isLinked: boolean; hasPassword: boolean }, answers = {}) {
  const name = setUpProvider()
  const { screen, requests } = await openArea({
    role: 'manager',
    address: profile,
    answers: { 'GET /auth/organization': () => Response.json(account), ...answers },
  })
  return { screen, requests, card: screen.getByRole('region', { name: `Sign in with ${name}` }) }
}

test('the profile says whether an account is linked, and removes the link after a question [T1546]', async () => {
  const account = { isLinked: true, hasPassword: true }
  const { card, screen, requests } = await open(account, {
    'DELETE /auth/organization': () => {
      account.isLinked = false
      return new Response(null, { status: 204 })
    },
  })
  await expect.element(card).toMatchTextContent('On. You can sign in with Example ID.')
  const remove = card.getByRole('button', { name: 'Remove link' })
  await remove.click()
  const question = screen.getByRole('alertdialog', { name: 'Remove link?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(requests).not.toContain('DELETE /auth/organization')
  await expect.element(remove).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText(/^The link was removed\./)).toBeVisible()
  await expect.element(card).toMatchTextContent('Off. To turn it on,')
})

test('without a password the profile has no card for it, and a confirmation goes to the provider [T1547]', async () => {
  const { code, message } = { code: 'confirm-password', message: failures['confirm-password'].message }
  const trips: unknown[] = []
  const { screen } = await open(
    { isLinked: true, hasPassword: false },
    {
      'GET /auth/two-step': () =>
        Response.json({ isOn: false, isRequired: false, recoveryCodesLeft: 0, hasApp: false, passkeys: 0 }),
      'DELETE /auth/sessions': () => Response.json({ code, message }, { status: 403 }),
      'POST /auth/organization/start': (body: unknown) => {
        trips.push(body)
        return Response.json({ url: '#gone' })
      },
    },
  )
  await expect.element(screen.getByRole('button', { name: 'Remove link' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Change password' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  const question = screen.getByRole('dialog', { name: 'Confirm that it’s you' })
  await expect.element(question).toMatchTextContent('Sign in again to sign out everywhere else.')
  await question.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await expect.poll(() => location.hash).toBe('#gone')
  expect(trips).toEqual([{ confirm: true, returnTo: location.pathname + location.search }])
  history.replaceState(null, '', location.pathname + location.search)
})
