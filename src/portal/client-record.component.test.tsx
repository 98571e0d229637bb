import '#ui/foundation.css'
import './portal.css'
import './portal-shell.css'
import { expect, onTestFinished, test } from 'vitest'
import type { Note } from '#contract/notes/schema.ts'
import { screenPath } from '#contract/paths.ts'
import { emulate } from '#test/support/emulated-browser.ts'
import { exampleNote, noteCalls, pageOf } from '#test/support/note-screens.tsx'
import { exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'

/* The screens with everything about one client. */

const { id } = exampleClient

/** Client details as a super-admin, with these notes. */
async function openRecord(notes: Note[]) {
  const server = { notes }
  const opened = await openArea({
    role: 'super-admin',
    address: screenPath('admin', 'clientDetails', id),
    answers: {
      [`GET /clients/${id}`]: () => Response.json(exampleClient),
      [`GET /clients/${id}/status-history`]: () => Response.json([]),
      [`GET /clients/${id}/papers`]: () => Response.json([]),
      [`GET /clients/${id}/disclosures`]: () => Response.json([]),
      [`GET /clients/${id}/next-without-note`]: () => Response.json({ next: null, place: null, total: 0 }),
      'POST /follow-ups/search': () => pageOf([]),
      [noteCalls.list]: () => pageOf(server.notes),
      [noteCalls.all]: () => Response.json(server.notes),
      [noteCalls.add](body) {
        server.notes = [exampleNote(body as object)]
        return Response.json(server.notes[0], { status: 201 })
      },
    },
  })
  return opened
}

test('a note is written on details, and a strip leads to everything about the client [T674]', async () => {
  const { screen } = await openRecord([])
  const strip = screen.getByRole('navigation', { name: 'About this client' })
  const note = screen.getByLabelText('New Weekly Note')
  const heading = (name: string) => screen.getByRole('heading', { level: 1, name })
  const follow = (name: string) => strip.getByRole('link', { name }).click()
  await note.fill('Begun on details.')
  const links = strip.getByRole('link').elements()
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Details',
    'Notes',
    'Signed documents',
    'Notes report',
  ])
  await follow('Notes')
  await expect.element(heading('Weekly Client Notes')).toBeVisible()
  // The same draft.
  await expect.element(note).toHaveValue('Begun on details.')
  await screen.getByRole('button', { name: 'Add Note' }).click()
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Begun on details.' })).toBeVisible()
  await follow('Signed documents')
  await expect
    .element(strip.getByRole('link', { name: 'Signed documents' }))
    .toHaveAttribute('aria-current', 'page')
  await expect.element(heading(`${exampleClient.firstName} ${exampleClient.lastName}`)).toHaveFocus()
  await expect.element(screen.getByText('No signed documents have been entered.')).toBeVisible()
  await expect.element(screen.getByText('Status history')).not.toBeInTheDocument()
  await follow('Details')
  await expect.element(screen.getByText('Status history')).toBeVisible()
  await follow('Notes report')
  await expect.element(screen.getByRole('row').filter({ hasText: 'Begun on details.' })).toBeVisible()
})

test('what is printed of a client names the organization and the client on each page, and no part of the portal [T716]', async () => {
  const meta = Object.assign(document.createElement('meta'), { name: 'organization', content: 'River House' })
  document.head.append(meta)
  onTestFinished(() => meta.remove())
  const { screen, router } = await openRecord([exampleNote({ text: 'A long walk through town.' })])
  for (const name of ['clientDetails', 'clientNotes', 'clientNotesReport'] as const) {
    await router.navigate(screenPath('admin', name, id))
    const note = screen.getByText('A long walk through town.')
    await expect.element(note).toBeVisible()
    const shell = screen.getByText('Admin Panel')
    await expect.element(shell).toBeVisible()
    await emulate({ media: 'print' })
    await expect.element(note).toBeVisible()
    await expect.element(shell).not.toBeVisible()
    expect(document.title).toMatch(/ – River House$/)
    // The margin of each page, or the head of the table, which is repeated.
    const row = document.querySelector<HTMLElement>('.report-running-head td')
    const head = row
      ? `${row.dataset.second} · ${row.dataset.first}`
      : document.documentElement.style.getPropertyValue('--client-on-paper')
    expect(head, name).toMatch(/River House · .*Hodan Warsame/)
    await emulate({})
  }
})
