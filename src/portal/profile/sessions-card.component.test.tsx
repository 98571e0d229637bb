import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { screenPath } from '#contract/paths.ts'
import { openArea } from '#test/support/portal-area.tsx'

const at = '2026-03-05T15:00:00Z'
const here = { id: 's1', device: 'Chrome on Windows', startedAt: at, activeAt: at, current: true }
const there = { ...here, id: 's2', device: 'Firefox on Linux', current: false }

/** The profile of someone who is signed in in two browsers, of which the call ends the other one. */
async function open(call: string) {
  let sessions = [here, there]
  const { screen, requests } = await openArea({
    role: 'manager',
    address: screenPath('manager', 'profile'),
    answers: {
      'GET /auth/sessions': () => Response.json(sessions),
      [call]: () => {
        sessions = [here]
        return new Response(null, { status: 204 })
      },
    },
  })
  return { card: screen.getByRole('region', { name: 'Where you are signed in' }), screen, requests }
}

test('the profile lists and ends a person’s sessions [T293]', async () => {
  const { card, screen } = await open('DELETE /auth/sessions/s2')
  const entries = card.getByRole('listitem')
  await expect.element(entries.first()).toMatchTextContent(/^Chrome on Windows This browser/)
  await expect.element(entries.last()).toMatchTextContent(/^Firefox on Linux\s*Signed in Mar 5, 2026/)
  const signOut = screen.getByRole('button', { name: 'Sign out', exact: true })
  expect(signOut.elements(), 'of the other one').toHaveLength(1)
  signOut.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('That browser has been signed out.')).toBeVisible()
  await expect.poll(() => entries.elements()).toHaveLength(1)
})

test('all sessions but this one end after a question', async () => {
  const { card, screen, requests } = await open('DELETE /auth/sessions')
  await screen.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const question = screen.getByRole('alertdialog', { name: 'Sign out everywhere else?' })
  await expect.element(question).toBeVisible()
  expect(requests).not.toContain('DELETE /auth/sessions')
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect.element(screen.getByText('You have been signed out everywhere else.')).toBeVisible()
  await expect.poll(() => card.getByRole('listitem').elements()).toHaveLength(1)
})
