import { expect, test } from 'vitest'
import { exampleClient } from '#test/support/people.ts'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { NotesOfClient } from './notes-of-client.tsx'
import { NotesPanelScreen } from './notes-panel-screen.tsx'

const { id } = exampleClient
const notes = `GET /clients/${id}/notes?limit=50`

const screens = {
  '/manager/client-notes/:id': <NotesPanelScreen />,
  '/manager/client-details/:id': <NotesOfClient clientId={id} />,
}
const open = (address: string, answers: Answers) =>
  openPortal({ screens, address: `/manager/${address}/${id}`, answers })

const away = () => Response.json({ code: 'busy', message: 'Too much to do.' }, { status: 400 })

test('the details say first that the notes could not be loaded, and then that none are shown', async () => {
  const { screen } = await open('client-details', { [notes]: away })
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(document.querySelector('.card')?.textContent).toMatch(
    /The notes could not be loaded\.Too much to do\..*No notes for this client\.$/,
  )
  expect(screen.getByRole('alert').element().textContent).not.toContain('No notes for this client.')
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
