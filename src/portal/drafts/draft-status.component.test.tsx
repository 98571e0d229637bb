import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { screenPath } from '#contract/paths.ts'
import { failed, noteCalls, pageOf } from '#test/support/note-screens.tsx'
import { exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'

/* Text is stored only in a session of the browser. */

const { id } = exampleClient
beforeEach(() => sessionStorage.clear())
afterEach(() => sessionStorage.clear())

/** The panel of a client, on a server that reads and stores drafts as the test says. */
async function openForm(read: () => Response = () => Response.json([])) {
  const server = { read, store: failed('busy', 400) as (body: unknown) => Response }
  const draft = `/drafts/${encodeURIComponent(`note:${id}`)}`
  const opened = await openArea({
    role: 'manager',
    address: screenPath('manager', 'clientNotes', id),
    answers: {
      [`GET /clients/${id}`]: () => Response.json(exampleClient),
      [noteCalls.list]: () => pageOf([]),
      'POST /follow-ups/search': () => pageOf([]),
      'GET /drafts': () => server.read(),
      [`GET ${draft}`]: () => Response.json(draftOf('Half a thought')),
      [`PUT ${draft}`]: (body) => server.store(body),
      [`DELETE ${draft}`]: () => new Response(null, { status: 204 }),
    },
  })
  return { ...opened, server, note: opened.screen.getByLabelText('New Weekly Note') }
}

const draftOf = (text: string) => ({
  ...{ key: `note:${id}`, id: 'd1', values: { text }, version: null, revision: 1 },
  ...{ changedAt: '2026-03-04T15:12:00.000Z', about: 'Hodan Warsame' },
})

test('a form waits until its draft can be loaded', async () => {
  const { screen, server, note } = await openForm(failed('busy', 400))
  await expect.element(screen.getByText('Your draft could not be loaded.')).toBeVisible()
  expect(note.elements()).toEqual([])
  server.read = () => Response.json([draftOf('Half a thought')])
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(note).toHaveValue('Half a thought')
})

test('while text is not stored the form says so, and leaving asks first [T413]', async () => {
  const confirm = vi.fn(() => false)
  vi.stubGlobal('confirm', confirm)
  const { screen, server, note } = await openForm()
  const leaving = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(leaving(), 'without text').toBe(true)
  await note.fill('Half a thought')
  await expect.element(screen.getByText(/^Your text has not been saved yet/)).toBeVisible()
  expect(leaving()).toBe(false)
  await screen.getByRole('button', { name: 'Profile' }).click()
  await screen.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => confirm.mock.calls).toHaveLength(1)
  await expect.element(note).toHaveValue('Half a thought')

  server.store = (body) => Response.json({ ...draftOf(''), ...(body as object) })
  await note.click()
  await userEvent.keyboard(' more')
  await expect.element(screen.getByText(/^Draft saved at \d+:\d\d [AP]M\./)).toBeVisible()
  expect(leaving()).toBe(true)
})
