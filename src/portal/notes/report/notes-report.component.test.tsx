import '#ui/foundation.css'
import { beforeEach, expect, test, vi } from 'vitest'
import { emulate } from '#test/support/emulated-browser.ts'
import { exampleNote, failed, noteCalls, openNotes } from '#test/support/note-screens.tsx'
import { exampleClient } from '#test/support/people.ts'

// Drawing the pages is shown by the journey.
vi.mock('./make-report-pdf.tsx', () => ({
  makeReportPdf: async () => ({ file: new Blob(['%PDF']), pages: 2 }),
}))

const { id } = exampleClient
const busy = failed('busy', 400)
const note = (text: string, at: Date) => exampleNote({ id: text, text, createdAt: at.toISOString() })

/** Recorded exports, calls of the print dialog and downloads, in order. */
let seen: string[]

beforeEach(() => {
  seen = []
  vi.spyOn(window, 'print').mockImplementation(() => seen.push('printed'))
  const click = HTMLAnchorElement.prototype.click
  const follow = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    if (this.download) seen.push(`saved ${this.download}`)
    else click.call(this)
  })
  return () => follow.mockRestore()
})

const recorded = (): Response | Promise<Response> => new Response(null, { status: 204 })

async function openReport(read: () => Response, search = '') {
  const server = { read, record: recorded }
  const opened = await openNotes({
    screen: 'client-notes-report',
    area: 'admin',
    role: 'super-admin',
    search,
    answers: {
      [noteCalls.all]: () => server.read(),
      [`POST /clients/${id}/notes/exports`](body) {
        seen.push(`recorded ${JSON.stringify(body)}`)
        return server.record()
      },
    },
  })
  const button = (name: string) => opened.screen.getByRole('button', { name })
  const rows = () => {
    const table = opened.screen.getByRole('table', { name: 'Client Notes Report' }).query()
    return [...(table?.querySelectorAll('tr:not(.report-running-head)') ?? [])].map(
      ({ textContent }) => textContent,
    )
  }
  return { ...opened, server, button, rows }
}

test('a report of the chosen days is loaded on request, and exported only if that is recorded [T10]', async () => {
  const notes = [
    note('In February.', new Date(2026, 1, 1, 0, 0)),
    note('Late at night.', new Date(2026, 0, 31, 23, 59)),
    note('In January.', new Date(2026, 0, 31, 0, 0)),
  ]
  const { screen, server, router, button, rows } = await openReport(busy)
  await expect.element(screen.getByText('Unable to load notes. Please try again later.')).toBeVisible()
  server.read = () => Response.json(notes)
  await button('Try again').click()
  await expect.element(screen.getByRole('heading', { name: 'Client Notes Report' })).toBeVisible()
  const author = 'Mia Berg m@example.org'
  await expect
    .poll(rows)
    .toEqual([
      'DateAuthorNote',
      `Feb 1, 2026${author}In February.`,
      `Jan 31, 2026${author}Late at night.`,
      `Jan 31, 2026${author}In January.`,
    ])
  const facts = [...document.querySelectorAll('.report-facts dl > div')].map(({ textContent }) => textContent)
  expect(facts.slice(0, 5)).toEqual([
    'Client: Hodan Warsame',
    'Date of Birth: February 29, 1988',
    `Client ID: ${id}`,
    'Dates: All',
    'Notes: 3',
  ])

  const [from, to] = [screen.getByLabelText('From'), screen.getByLabelText('To')]
  await to.fill('2026-01-31')
  await expect.poll(() => router.state.location.search).toBe('?to=2026-01-31')
  await from.fill('2026-02-01')
  await expect.element(screen.getByText('The end date is before the start date.')).toBeVisible()
  expect(rows()).toEqual([])
  await expect.element(button('Download PDF')).toBeDisabled()
  await from.fill('2026-01-31')
  await expect.element(screen.getByText('Jan 31, 2026 – Jan 31, 2026: 2 notes')).toHaveRole('status')
  await expect.poll(rows).toHaveLength(3)

  server.record = busy
  await button('Print Report').click()
  const unlogged = screen.getByText('The report was not printed because the print couldn’t be logged.')
  await expect.element(unlogged).toBeVisible()
  await button('Download PDF').click()
  await expect
    .element(screen.getByText('The PDF was not created because the export couldn’t be logged.'))
    .toBeVisible()
  expect(seen).toEqual(['recorded {"kind":"print","count":2}', 'recorded {"kind":"pdf","count":2}'])
  seen.length = 0
  server.record = recorded
  await button('Try again').click()
  await expect.element(screen.getByText('The PDF with 2 pages is in your downloads.')).toBeVisible()
  await button('Print Report').click()
  await expect
    .poll(() => seen)
    .toEqual([
      'recorded {"kind":"pdf","count":2}',
      `saved client-${id}-notes.pdf`,
      'recorded {"kind":"print","count":2}',
      'printed',
    ])

  await emulate({ media: 'print' })
  await expect.poll(() => screen.getByRole('button').elements()).toEqual([])
  await emulate({})
  const { search } = router.state.location
  await screen.unmount()
  const again = await openReport(() => Response.json(notes), search)
  await expect.poll(again.rows).toHaveLength(3)
  await again.router.navigate('/admin/client-notes-report')
  await expect.element(again.screen.getByText('Client ID is missing in the route.')).toBeVisible()
})

test('a report is read again before it is printed or exported [T314]', async () => {
  const notes = [note('First visit.', new Date(2026, 1, 1))]
  const { screen, server, button, rows } = await openReport(() => Response.json(notes))
  await expect.poll(rows).toHaveLength(2)
  notes.unshift(note('By a colleague.', new Date(2026, 1, 2)))
  server.read = busy
  await button('Print Report').click()
  await expect
    .element(screen.getByText('The report was not printed because the notes could not be read again.'))
    .toBeVisible()
  expect(seen).toEqual([])
  server.read = () => Response.json(notes)
  await button('Try again').click()
  await expect.poll(() => seen).toEqual(['recorded {"kind":"print","count":2}', 'printed'])
  await expect.poll(rows).toHaveLength(3)

  notes.unshift(note('By another one.', new Date(2026, 1, 3)))
  await button('Download PDF').click()
  await expect
    .poll(() => seen.slice(2))
    .toEqual(['recorded {"kind":"pdf","count":3}', `saved client-${id}-notes.pdf`])
  await expect.poll(rows).toHaveLength(4)
})

test('a print is recorded once, whether `print()` waits for the browser or not [T1142]', async () => {
  const { button } = await openReport(() => Response.json([]))
  const recorded = 'recorded {"kind":"print","count":0}'
  await button('Print Report').click()
  await expect.poll(() => seen).toEqual([recorded, 'printed'])
  dispatchEvent(new Event('beforeprint'))
  vi.spyOn(window, 'print').mockImplementation(() => {
    dispatchEvent(new Event('beforeprint'))
    seen.push('printed')
  })
  await button('Print Report').click()
  await expect.poll(() => seen).toEqual([recorded, 'printed', recorded, 'printed'])
  // The browser's own command.
  dispatchEvent(new Event('beforeprint'))
  await expect.poll(() => seen.slice(4)).toEqual([recorded])
})

test('printing by the browser’s own command is recorded, also while a PDF is made', async () => {
  const { server, button } = await openReport(() => Response.json([]))
  server.record = () => new Promise(() => {})
  await button('Download PDF').click()
  await expect.poll(() => seen).toEqual(['recorded {"kind":"pdf","count":0}'])
  dispatchEvent(new Event('beforeprint'))
  await expect.poll(() => seen.at(1)).toBe('recorded {"kind":"print","count":0}')
})
