import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Role } from '#contract/access/roles.ts'
import { daysAfter } from '#contract/calendar-date.ts'
import type { Note } from '#contract/notes/schema.ts'
import { type Area, screenPath } from '#contract/paths.ts'
import type { LoggedNote } from '#contract/service-log/endpoints.ts'
import { today } from '#portal/screen/dates.ts'
import { exampleNote, failed, pageOf } from '#test/support/note-screens.tsx'
import { exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'
import type { Answers } from '#test/support/portal-screen.tsx'

const { id } = exampleClient

test('the service log shows what an auditor would ask about, and is downloaded [T664]', async () => {
  const logged = {
    ...exampleNote({ text: 'Called about the lease.' }),
    ...{ client: exampleClient, findings: ['unsigned', 'missing-facts'] },
  }
  const answers = {
    'POST /notes/search': (body: unknown) =>
      pageOf((body as { finding?: string }).finding === 'overlap' ? [] : [logged]),
    'POST /notes/export': () => new Response('Date,Note'),
    'POST /clients/search': () => pageOf([]),
    'GET /workers': () => Response.json([]),
  }
  const search = async (role: 'employee' | 'super-admin', area: Area) => {
    const opened = await openArea({ role, address: screenPath(area, 'profile'), answers })
    await opened.screen.getByRole('button', { name: /^Search/ }).click()
    await opened.screen.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('service log')
    return opened
  }
  // An employee has no such screen in the palette.
  const employee = await search('employee', 'manager')
  await expect.element(employee.screen.getByText(/^Nothing found\./)).toBeVisible()
  await employee.screen.unmount()

  const { screen, router } = await search('super-admin', 'admin')
  await expect.element(screen.getByRole('option')).toMatchTextContent('Service log')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('heading', { name: 'Service log' })).toHaveFocus()
  const row = screen.getByRole('row').filter({ hasText: 'Called about the lease.' })
  await expect.element(row).toMatchTextContent('Not signed')
  await expect.element(row).toMatchTextContent('Date, duration or contact missing')
  await screen.getByLabelText('Flags').selectOptions('Times overlap')
  await expect.element(screen.getByText('No notes match')).toBeVisible()
  expect(router.state.location.search).toBe('?finding=overlap')
  await screen.getByRole('button', { name: 'Clear Filters' }).first().click()
  await expect.element(row).toBeVisible()

  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await screen.getByRole('button', { name: 'Download CSV' }).click()
  await expect.element(screen.getByText('The CSV file is in your downloads.')).toBeVisible()
  const file = `service-log-${today().slice(0, 7)}-01-${today()}.csv`
  expect(saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual([file])
  saved.mockRestore()
  await row.getByRole('link').click()
  await expect
    .poll(() => router.state.location)
    .toMatchObject({
      pathname: screenPath('admin', 'clientNotes', id),
      hash: '#note-n1',
    })
  await screen.unmount()

  const address = `${screenPath('admin', 'serviceLog')}?finding=overlap`
  const again = await openArea({ role: 'super-admin', address, answers })
  await expect.element(again.screen.getByLabelText('Flags')).toHaveValue('overlap')
})

test('a period that is too long keeps its dates and is not read; a search that failed says why [T1034]', async () => {
  const { screen, requests } = await openArea({
    role: 'super-admin',
    address: `${screenPath('admin', 'serviceLog')}?from=2020-01-01&to=2026-01-01`,
    answers: { 'POST /notes/search': failed('too-slow', 503), 'GET /workers': () => Response.json([]) },
  })
  await expect
    .element(screen.getByText('The end date is too late: a period has at most 366 days'))
    .toBeVisible()
  await expect.element(screen.getByLabelText('From')).toHaveValue('2020-01-01')
  await expect.element(screen.getByRole('button', { name: 'Download CSV' })).toBeDisabled()
  expect(requests).not.toContain('POST /notes/search')

  await screen.getByLabelText('To').fill('2020-12-31')
  await expect.element(screen.getByText('Too much to do.')).toBeVisible()
  await expect.element(screen.getByLabelText('From')).toHaveValue('2020-01-01')
  await expect.element(screen.getByLabelText('To')).toHaveValue('2020-12-31')
  expect(requests.filter((request) => request === 'POST /notes/search')).toHaveLength(1)
})

const serviceLog = screenPath('manager', 'serviceLog')
const review = (note: string) => `POST /clients/${id}/notes/${note}/review`

/** Notes by a colleague: n1, n2 and so on. */
const loggedNotes = (texts: readonly string[], change: Partial<Note> = {}): LoggedNote[] =>
  texts.map((text, index) => ({
    ...exampleNote({
      id: `n${index + 1}`,
      text,
      authorId: 'e2',
      authorName: 'Nadia Omar',
      author: 'n@example.org',
      ...change,
    }),
    client: exampleClient,
    findings: [],
  }))

const noTotals = { notes: 0, minutes: 0, withoutMinutes: 0, attempts: 0, clients: 0 }

function openLog(notes: readonly LoggedNote[], more: Answers = {}, role: Role = 'manager') {
  return openArea({
    role,
    address: role === 'manager' ? serviceLog : screenPath('admin', 'serviceLog'),
    answers: {
      'GET /workers': () => Response.json([]),
      'POST /notes/search': () => pageOf(notes),
      'POST /notes/totals': () => Response.json({ rows: [], total: noTotals }),
      ...more,
    },
  })
}

const answeredReview = (note: LoggedNote | undefined) => (body: unknown) =>
  Response.json({
    ...note,
    ...{ reviewedAt: new Date().toISOString(), reviewedById: 'e1', reviewedByName: 'Mia Berg' },
    reviewComment: (body as { comment: string }).comment || null,
  })

describe('reviewing in the service log [T1076]', () => {
  test('a row opens in place, with the whole note, and is reviewed with a comment', async () => {
    const text = `${'Called about the lease and the deposit. '.repeat(9)}Then the bus came.`
    const [long, second] = loggedNotes([text, 'Second note.'], {
      minutes: 45,
      place: 'Library',
      goals: ['g1'],
    })
    if (!long || !second) throw new Error('Two notes')
    const edited = {
      editedAt: long.createdAt,
      editedById: 'e3',
      editedBy: 'o@example.org',
      editedByName: 'Omar Ali',
    }
    const first = { ...long, ...edited }
    const answers = {
      [review('n1')]: answeredReview(first),
      [`GET /clients/${id}/notes/n1/versions`]: () => Response.json([]),
      [`GET /clients/${id}/goals`]: () => Response.json([{ id: 'g1', text: 'Keep the apartment' }]),
    }
    const { screen } = await openLog([first, second], answers, 'super-admin')
    const opener = screen.getByRole('button', { name: /^Called about the lease/ })
    await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
    await expect.element(screen.getByText(/Then the bus came/)).not.toBeInTheDocument()
    await opener.click()
    await expect.element(opener).toHaveAttribute('aria-expanded', 'true')
    await expect.element(screen.getByText(/Then the bus came/)).toBeVisible()
    await expect.element(screen.getByText('45 minutes · Library')).toBeVisible()
    await expect.element(screen.getByText('1 goal: Keep the apartment')).toBeVisible()
    await screen.getByRole('button', { name: 'Earlier versions' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Earlier versions' })).toBeVisible()
    await userEvent.keyboard('j')
    await screen.getByRole('button', { name: 'Close' }).click()
    await expect.element(opener).toHaveAttribute('aria-expanded', 'true')

    await screen.getByLabelText('Comment (optional)').fill('Add who signs the lease.')
    await screen.getByRole('button', { name: 'Mark as reviewed' }).click()
    const next = screen.getByRole('button', { name: 'Second note.' })
    await expect.element(next).toHaveFocus()
    await expect.element(next).toHaveAttribute('aria-expanded', 'true')
    await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
    const row = screen.getByRole('row').filter({ hasText: 'Called about the lease' })
    await expect.element(row).toMatchTextContent('Reviewed')
    await expect.element(screen.getByText('1 of 2 notes on this page reviewed')).toBeVisible()
    await opener.click()
    await expect.element(screen.getByText(/: Add who signs the lease/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Change review' })).toBeVisible()
  })

  test('Ctrl+Enter in the comment marks the note as reviewed [T1326]', async () => {
    const [first, second] = loggedNotes(['First', 'Second'])
    if (!first || !second) throw new Error('Two notes')
    const { screen } = await openLog([first, second], { [review('n1')]: answeredReview(first) })
    await screen.getByRole('button', { name: 'First' }).click()
    await screen.getByLabelText('Comment (optional)').fill('Good next step.')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(screen.getByRole('button', { name: 'Second' })).toHaveFocus()
    await expect.element(screen.getByText('1 of 2 notes on this page reviewed')).toBeVisible()
  })

  test('J and K open the next and the previous note, R reviews; on the last page nothing follows', async () => {
    const notes = loggedNotes(['First', 'Second', 'Third'])
    const pages = { '': notes.slice(0, 2), c1: notes.slice(2) }
    const { screen, requests } = await openLog([], {
      'POST /notes/search': (body) => {
        const { cursor = '' } = body as { cursor?: keyof typeof pages }
        return pageOf(pages[cursor], { total: 52, nextCursor: cursor ? null : 'c1' })
      },
      ...Object.fromEntries(notes.map((note) => [review(note.id), answeredReview(note)])),
    })
    const opener = (name: string) => screen.getByRole('button', { name, exact: true })
    const expectOpen = async (name: string) => {
      await expect.element(opener(name)).toHaveAttribute('aria-expanded', 'true')
      await expect.element(opener(name)).toHaveFocus()
    }
    await expect.element(opener('First')).toBeVisible()
    await userEvent.keyboard('j')
    await expectOpen('First')
    await userEvent.keyboard('j')
    await expectOpen('Second')
    await userEvent.keyboard('k')
    await expectOpen('First')
    await userEvent.keyboard('k')
    await expect.element(screen.getByText('This is the first note of the page.')).toBeVisible()
    await userEvent.keyboard('{Control>}j{/Control}')
    await screen.getByLabelText('Comment (optional)').click()
    await userEvent.keyboard('just')
    await expect.element(screen.getByLabelText('Comment (optional)')).toHaveValue('just')
    expect(requests).not.toContain(review('n1'))

    await opener('First').click()
    await userEvent.keyboard('j')
    // What was begun is kept.
    await expectOpen('First')
    await expect.element(screen.getByLabelText('Comment (optional)')).toHaveValue('just')
    await userEvent.keyboard('r')
    await expectOpen('Second')
    await userEvent.keyboard('r')
    await expectOpen('Third')
    await userEvent.keyboard('r')
    await expect.element(screen.getByText('That was the last note.')).toBeVisible()
    await expect.element(screen.getByText('1 of 1 note on this page reviewed')).toBeVisible()
    expect(requests.filter((request) => request.endsWith('/review'))).toHaveLength(3)

    await screen.getByRole('checkbox', { name: /^Keys: J/ }).click()
    await opener('Third').click()
    await userEvent.keyboard('j')
    await expect.element(opener('Third')).toHaveAttribute('aria-expanded', 'false')
  })

  test('says that a colleague reviews one’s own note, and shows a newer note after a conflict', async () => {
    const [own, other] = loggedNotes(['My note', 'Old text'])
    const newer = { ...other, text: 'New text', version: 2 }
    const { screen, requests } = await openLog(
      [{ ...own, authorId: 'e1' } as LoggedNote, other as LoggedNote],
      {
        [review('n2')]: failed('version-conflict', 409, { current: newer }),
      },
    )
    await screen.getByRole('button', { name: 'My note' }).click()
    await expect
      .element(screen.getByText('You wrote or edited this note, so a colleague reviews it.'))
      .toBeVisible()
    await userEvent.keyboard('r')
    expect(requests.filter((request) => request.endsWith('/review'))).toEqual([])
    await userEvent.keyboard('j')
    await expect.element(screen.getByRole('button', { name: 'Old text' })).toHaveFocus()
    await userEvent.keyboard('r')
    await expect.element(screen.getByText(/^Someone else just edited or reviewed this note/)).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'New text' }))
      .toHaveAttribute('aria-expanded', 'true')
  })
})

test('totals of the same period, each number a link to its notes, as a CSV file [T1072]', async () => {
  const bodies: Record<string, object[]> = { search: [], totals: [], csv: [] }
  const row = { authorId: 'e2', authorName: 'Nadia Omar', notes: 1200, minutes: 4500, withoutMinutes: 3 }
  const { screen, router, requests } = await openLog([], {
    'POST /notes/search': (body) => {
      bodies.search?.push(body as object)
      return pageOf(loggedNotes(['Called.']))
    },
    'POST /notes/totals': (body) => {
      bodies.totals?.push(body as object)
      return Response.json({
        rows: [
          { ...row, attempts: 0, clients: 40 },
          { ...noTotals, authorId: null, authorName: '', notes: 1 },
        ],
        total: { ...noTotals, notes: 1201, minutes: 4500, clients: 41 },
      })
    },
    'POST /notes/totals/export': (body) => {
      bodies.csv?.push(body as object)
      return new Response('Worker,Notes')
    },
  })
  const totals = screen.getByRole('table', { name: 'Totals' })
  await expect
    .element(totals.getByRole('link', { name: 'Minutes, Total: 4,500' }))
    .toMatchTextContent('4,500')
  expect(requests.indexOf('POST /notes/search')).toBeLessThan(requests.indexOf('POST /notes/totals'))
  await expect.element(totals.getByText('Nadia Omar')).not.toBeInTheDocument()

  await screen.getByRole('button', { name: 'Last month' }).click()
  await screen.getByLabelText('Totals').selectOptions('By author')
  await expect.element(totals.getByRole('row').filter({ hasText: 'Former employees' })).toBeVisible()
  await expect.element(screen.getByText(/the total is not the sum of the rows/)).toBeVisible()
  const thisMonth = `${today().slice(0, 7)}-01`
  const to = daysAfter(thisMonth, -1)
  const from = `${to.slice(0, 7)}-01`
  expect(bodies.totals?.at(-1)).toEqual({ from, to, by: 'worker' })

  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await screen.getByRole('button', { name: 'Download totals' }).click()
  await expect.element(screen.getByText('The CSV file is in your downloads.')).toBeVisible()
  expect(saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual([
    `totals-${from}-${to}.csv`,
  ])
  expect(bodies.csv).toEqual([{ from, to, by: 'worker' }])
  saved.mockRestore()

  await totals.getByRole('link', { name: 'Notes without minutes, Nadia Omar: 3' }).click()
  const found = { from, to, author: 'e2', counted: 'withoutMinutes' }
  await expect.poll(() => bodies.search?.at(-1)).toMatchObject(found)
  expect(router.state.location.search).toContain('by=worker')
  await screen.getByRole('button', { name: 'Only without minutes' }).click()
  await expect.poll(() => router.state.location.search).not.toContain('counted')

  await screen.getByRole('button', { name: 'This month' }).click()
  await screen.getByRole('button', { name: 'Clear Filters' }).click()
  await expect.poll(() => router.state.location.search).toBe('?by=worker')
  await totals.getByRole('link', { name: 'Notes, Former employees: 1' }).click()
  await expect
    .poll(() => bodies.search?.at(-1))
    .toMatchObject({ author: 'nobody', from: thisMonth, to: today() })
})

test('totals by month lead to that part of the period, and say why they failed [T1073]', async () => {
  let isBusy = false
  const { screen, router } = await openArea({
    role: 'manager',
    address: `${serviceLog}?from=2026-01-20&to=2026-03-05&by=month`,
    answers: {
      'GET /workers': () => Response.json([]),
      'POST /notes/search': () => pageOf([]),
      'POST /notes/totals': (body) =>
        isBusy
          ? failed('too-many-requests', 429)()
          : Response.json({
              rows: ['2026-01', '2026-02'].map((month) => ({ ...noTotals, month, notes: 2 })),
              total: { ...noTotals, notes: 4, ...(body as object) },
            }),
    },
  })
  await expect.element(screen.getByRole('link', { name: 'Notes, February 2026: 2' })).toBeVisible()
  await screen.getByRole('link', { name: 'Notes, January 2026: 2' }).click()
  await expect.poll(() => router.state.location.search).toContain('from=2026-01-20&to=2026-01-31')
  isBusy = true
  await screen.getByLabelText('Totals').selectOptions('By service')
  await expect.element(screen.getByText(/Too much to do\./)).toBeVisible()
  await expect.element(screen.getByLabelText('Totals')).toHaveValue('service')
  await expect.element(screen.getByLabelText('To')).toHaveValue('2026-01-31')
})

test.each([
  ['super-admin', 'admin', 1],
  ['manager', 'manager', 1],
  ['employee', 'manager', 0],
] as const)('the dashboard leads to the service log, for a %s [T1075]', async (role, area, links) => {
  const { screen } = await openArea({ role, address: screenPath(area, 'dashboard') })
  const heading = screen.getByRole('heading', { name: 'Dashboard' })
  await expect.element(heading).toBeVisible()
  expect(screen.getByRole('main').getByRole('link', { name: 'Service log' }).elements()).toHaveLength(links)
})
