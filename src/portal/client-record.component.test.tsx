import '#ui/foundation.css'
import './portal.css'
import './portal-shell.css'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Note } from '#contract/notes/schema.ts'
import { screenPath } from '#contract/paths.ts'
import { emulate } from '#test/support/emulated-browser.ts'
import { exampleNote, noteCalls, pageOf } from '#test/support/note-screens.tsx'
import { exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'
import type { Answers } from '#test/support/portal-screen.tsx'

/* The screens with everything about one client. */

const { id } = exampleClient

/** Client details as a super-admin, with these notes. */
async function openRecord(notes: Note[], answers: Answers = {}) {
  const server = { notes }
  const opened = await openArea({
    role: 'super-admin',
    address: screenPath('admin', 'clientDetails', id),
    answers: {
      [`GET /clients/${id}`]: () => Response.json(exampleClient),
      [`GET /clients/${id}/status-history`]: () => Response.json([]),
      [`GET /clients/${id}/papers`]: () => Response.json([]),
      [`GET /clients/${id}/files`]: () => Response.json([]),
      [`GET /clients/${id}/disclosures`]: () => Response.json([]),
      [`GET /clients/${id}/next-without-note`]: () => Response.json({ next: null, place: null, total: 0 }),
      'POST /follow-ups/search': () => pageOf([]),
      [noteCalls.list]: () => pageOf(server.notes),
      [noteCalls.all]: () => Response.json(server.notes),
      [noteCalls.add](body) {
        server.notes = [exampleNote(body as object)]
        return Response.json(server.notes[0], { status: 201 })
      },
      ...answers,
    },
  })
  return opened
}

test('details ask for the notes beside the client, not after [T1702]', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<Response>()
  const { screen } = await openRecord([], {
    [`GET /clients/${id}`]: () => answer,
    [noteCalls.list]() {
      resolve(Response.json(exampleClient))
      return pageOf([exampleNote()])
    },
  })
  await expect.element(screen.getByText('Called the landlord.')).toBeVisible()
})

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

/** In the sizes of the portal. */
function asInPortal() {
  document.body.classList.add('portal')
  onTestFinished(() => {
    document.body.classList.remove('portal')
    return page.viewport(1280, 800)
  })
}

test('a very long name wraps on each screen about a client [T1340]', async () => {
  asInPortal()
  const long = {
    firstName: 'Maria-Guadalupe Concepción Esperanza del Pilar Kanyinsola',
    lastName: 'Wolfeschlegelsteinhausenbergerdorff-Thavisackda-Nguyenphuoctrinh de la Santísima Trinidad',
    preferredName: 'Maria-Guadalupe-Concepción-Esperanza the Second',
  }
  const { screen, router } = await openRecord([exampleNote({ text: 'Called.' })], {
    [`GET /clients/${id}`]: () => Response.json({ ...exampleClient, ...long }),
  })
  for (const name of ['clientDetails', 'clientPapers', 'clientNotes', 'clientNotesReport'] as const) {
    await router.navigate(screenPath('admin', name, id))
    await expect.element(screen.getByText(/Wolfeschlegelsteinhausenbergerdorff/).first()).toBeVisible()
    for (const width of [320, 960, 1280, 1920]) {
      await page.viewport(width, 800)
      expect(document.documentElement.scrollWidth, `${name} at ${width} px`).toBe(width)
    }
  }
})

test('the headings of a client’s cards are equally high, with buttons beside them or not [T1341]', async () => {
  asInPortal()
  const { screen } = await openRecord([exampleNote({ text: 'Called.' })])
  await expect.element(screen.getByRole('region', { name: 'Who has seen this record' })).toBeVisible()
  for (const width of [375, 1280]) {
    await page.viewport(width, 800)
    // One that is empty takes a single line.
    const cards = document.querySelectorAll('.card:not(:has(> .card-nothing)) .card-title')
    const titles = [...cards].map((title) => {
      const text = document.createRange()
      text.selectNodeContents(title)
      const { top } = title.closest('.card')?.getBoundingClientRect() ?? title.getBoundingClientRect()
      return [title.textContent, Math.round(text.getBoundingClientRect().top - top)] as const
    })
    expect(titles.length).toBeGreaterThan(3)
    expect(titles, `at ${width} px`).toEqual(titles.map(([title]) => [title, titles[0]?.[1]]))
  }
})

test('on a phone two buttons of a record are below its text, and its date stays on one line [T1342]', async () => {
  asInPortal()
  await page.viewport(375, 800)
  const followUp = {
    ...{ id: 'f1', clientId: id, noteId: null, on: '2026-03-05', what: 'Call the landlord.', version: 1 },
    ...{ assignedTo: 'e1', assignedToName: 'Mia Berg', createdAt: '', createdBy: null },
    ...{ doneAt: null, doneBy: null, doneByName: null, client: exampleClient },
  }
  const { screen } = await openRecord([], { 'POST /follow-ups/search': () => pageOf([followUp]) })
  const date = screen.getByText('Overdue since Mar 5, 2026')
  await expect.element(date).toBeVisible()
  const { bottom, height } = date.element().getBoundingClientRect()
  expect(height).toBeLessThan(24)
  for (const name of ['Done', 'Edit'])
    expect(
      screen.getByRole('button', { name, exact: true }).first().element().getBoundingClientRect().top,
    ).toBeGreaterThan(bottom - 1)
})
