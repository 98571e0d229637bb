import { expect, test } from 'vitest'
import { exampleClient } from '#test/support/people.ts'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { NotesOfClient } from './notes-of-client.tsx'
import { NotesPanelScreen } from './notes-panel-screen.tsx'
import { NotesReportScreen } from './report/notes-report-screen.tsx'

const { id } = exampleClient
const notes = `GET /clients/${id}/notes?limit=50`

const screens = {
  '/manager/client-notes/:id': <NotesPanelScreen />,
  '/manager/client-notes-report/:id': <NotesReportScreen />,
  '/manager/client-details/:id': <NotesOfClient clientId={id} />,
}
const open = (address: string, answers: Answers) =>
  openPortal({ screens, address: `/manager/${address}/${id}`, answers })

const busy = () => Response.json({ code: 'busy', message: 'Too much to do.' }, { status: 400 })

test('the details say first that the notes could not be loaded, and then that none are shown', async () => {
  const { screen } = await open('client-details', { [notes]: busy })
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(document.querySelector('.card')?.textContent).toMatch(
    /Unable to load the notes\.Too much to do\..*No notes for this client\.$/,
  )
  expect(screen.getByRole('alert').element().textContent).not.toContain('No notes for this client.')
})

test('a conflict between two edits of a note names the client', async () => {
  const at = new Date().toISOString()
  const author = 'm@example.org'
  const note = {
    id: 'n1',
    clientId: id,
    text: 'Called.',
    author,
    createdAt: at,
    date: at,
    authorName: 'Mai Vang',
    editedAt: null,
    editedByName: '',
    version: 1,
  }
  const current = {
    ...note,
    text: 'Called twice.',
    editedAt: at,
    editedBy: author,
    editedByName: 'Mai Vang',
    version: 2,
  }
  const conflict = { code: 'version-conflict', message: 'Changed.', current }
  const { screen } = await open('client-notes', {
    [`GET /clients/${id}`]: () => Response.json(exampleClient),
    [notes]: () => Response.json({ items: [note], total: 1, nextCursor: null }),
    [`PUT /clients/${id}/notes/n1`]: () => Response.json(conflict, { status: 409 }),
  })
  await expect.element(screen.getByText(/February 29, 1988/)).toBeVisible()
  await screen.getByRole('button', { name: 'Edit' }).click()
  await screen.getByLabelText('Note text').fill('Called the landlord.')
  await screen.getByRole('button', { name: 'Save' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Someone else changed this note' })
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(/^Hodan Warsame Date of Birth: February 29, 1988 Someone/)
  await expect.element(dialog.getByText(/^Edited .* by Mai Vang m@example.org$/)).toBeVisible()
})

test('the panel of an unknown client shows the specified text, and then the reason', async () => {
  const { screen } = await open('client-notes', {})
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(
      /^Unable to load notes\. Please try again later\.This client could not be found\. The link may be wrong/,
    )
  await expect.element(screen.getByRole('link', { name: 'Back to clients' })).toBeVisible()
  expect(screen.getByLabelText('New Weekly Note').elements()).toHaveLength(0)
})

test('printing by the browser’s own command is recorded, also while a PDF is made', async () => {
  const reports: unknown[] = []
  const { screen } = await open('client-notes-report', {
    [`GET /clients/${id}`]: () => Response.json(exampleClient),
    [`GET /clients/${id}/notes`]: () => Response.json([]),
    [`POST /clients/${id}/notes/exports`]: (body) => {
      reports.push(body)
      return new Promise(() => {})
    },
  })
  await screen.getByRole('button', { name: 'Download PDF' }).click()
  await expect.poll(() => reports).toEqual([{ kind: 'pdf', count: 0 }])
  dispatchEvent(new Event('beforeprint'))
  await expect.poll(() => reports.at(1)).toEqual({ kind: 'print', count: 0 })
})
