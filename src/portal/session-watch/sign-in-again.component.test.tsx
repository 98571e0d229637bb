import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { resumeHeldPage } from '#portal/session/held-page.ts'
import { failed, noteCalls, pageOf } from '#test/support/note-screens.tsx'
import { exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'

const { id } = exampleClient
const draft = `/drafts/${encodeURIComponent(`note:${id}`)}`

/** A note that was begun while the session ended elsewhere. */
async function openAfterEnd() {
  const task = {
    ...{ id: 'f1', clientId: id, noteId: null, on: '2026-03-05', what: 'Call the landlord.', version: 1 },
    ...{ assignedTo: 'e1', assignedToName: 'Mia Berg', createdAt: '2026-03-01T09:00:00.000Z' },
    ...{ createdBy: null, doneAt: null, doneBy: null, doneByName: null, client: exampleClient },
  }
  const server = {
    store: failed('not-signed-in', 401) as (body: unknown) => Response,
    login: failed('wrong-credentials', 401) as () => Response,
  }
  const { screen } = await openArea({
    role: 'manager',
    address: screenPath('manager', 'clientNotes', id),
    answers: {
      [`GET /clients/${id}`]: () => Response.json(exampleClient),
      [noteCalls.list]: () => pageOf([]),
      'POST /follow-ups/search': () => pageOf([task]),
      'PUT /follow-ups/f1': () => Response.json({ ...task, doneAt: '2026-03-05T09:00:00.000Z' }),
      [`PUT ${draft}`]: (body) => server.store(body),
      'POST /auth/login': () => server.login(),
    },
  })
  const token = localStorage.getItem(storageKeys.token) ?? ''
  await screen.getByRole('button', { name: 'Done' }).click()
  await expect.element(screen.getByText('Done: Call the landlord.')).toBeVisible()
  const note = screen.getByLabelText('New Weekly Note')
  await note.fill('Half a thought')
  const dialog = screen.getByRole('alertdialog', { name: 'Your session has ended' })
  await expect.element(dialog).toBeVisible()
  return { screen, server, token, note, dialog }
}

const isAskedWhenLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('text that is not stored when the session ends is stored after the same person signs in again [T987]', async () => {
  const { screen, server, token, note, dialog } = await openAfterEnd()
  await expect
    .element(dialog)
    .toMatchTextContent('If someone else signs in, this page is closed and the text is lost.')
  await expect.element(dialog.getByLabelText('Password', { exact: true })).toHaveFocus()
  const signIn = dialog.getByRole('link', { name: 'Sign in (new tab)' })
  await expect.element(signIn).toHaveAttribute('href', signInPaths.login)
  await expect.element(signIn).toHaveAttribute('target', '_blank')
  const { innerText } = document.body
  for (const hidden of [exampleClient.lastName, 'Half a thought', 'Call the landlord.'])
    expect(innerText).not.toContain(hidden)
  expect(localStorage.getItem(storageKeys.token)).toBeNull()
  expect(isAskedWhenLeaving()).toBe(true)

  const stored: unknown[] = []
  server.store = (body) => {
    stored.push(body)
    return Response.json({ ...(body as object), revision: 1, changedAt: '2026-03-05T09:00:00.000Z' })
  }
  localStorage.setItem(storageKeys.token, token)
  await resumeHeldPage()
  expect(stored.at(-1)).toMatchObject({ values: { text: 'Half a thought' } })
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(note).toHaveValue('Half a thought')
  await expect.element(note).toHaveFocus()
  await expect.element(screen.getByText(/^Draft saved at/)).toBeVisible()
})

test('the same person signs in over the page, with a code, and what they had asked for is done [T1580]', async () => {
  const { screen, server, token, note, dialog } = await openAfterEnd()
  server.store = (body) =>
    Response.json({ ...(body as object), revision: 1, changedAt: '2026-03-05T09:00:00.000Z' })
  await expect.element(dialog.getByLabelText('Email')).toHaveValue('m@example.org')
  await dialog.getByLabelText('Password', { exact: true }).fill('four words in a row')
  const refusal = { code: 'second-step-needed', message: 'Enter the code.', secondSteps: ['passkey'] }
  server.login = () => Response.json(refusal, { status: 401 })
  await userEvent.keyboard('{Enter}')
  const code = dialog.getByLabelText('Recovery code')
  await expect.element(code).toHaveFocus()
  server.login = () => Response.json({ token })
  await code.fill('ABCD')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(note).toHaveValue('Half a thought')
  await expect.element(note).toHaveFocus()
  await expect.element(screen.getByText(/^Draft saved at/)).toBeVisible()
})

// Last: a page that is being left stays so.
test('a person can leave the page without the text', async () => {
  const addresses: string[] = []
  const stay = (event: NavigateEvent) => {
    // Stays on this page, so that it can be checked.
    event.preventDefault()
    addresses.push(new URL(event.destination.url).pathname)
  }
  navigation.addEventListener('navigate', stay)
  onTestFinished(() => navigation.removeEventListener('navigate', stay))
  const { screen, dialog } = await openAfterEnd()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect.poll(() => addresses).toEqual([signInPaths.login])
  expect(isAskedWhenLeaving()).toBe(false)
  await expect.element(screen.getByText(exampleClient.lastName)).not.toBeInTheDocument()
})
