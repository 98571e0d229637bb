import '#ui/foundation.css'
import '#portal/portal.css'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { daysAfter } from '#contract/calendar-date.ts'
import { dashboardRanges } from '#contract/clients/statuses.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { ClientListScreen } from '#portal/clients/client-list-screen.tsx'
import { ContactMessagesScreen } from '#portal/contact-messages/contact-messages-screen.tsx'
import { NotesPanelScreen } from '#portal/notes/notes-panel-screen.tsx'
import { today } from '#portal/screen/dates.ts'
import { emulate } from '#test/support/emulated-browser.ts'
import { exampleNote, failed, pageOf } from '#test/support/note-screens.tsx'
import { exampleClient } from '#test/support/people.ts'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { DashboardScreen } from './dashboard-screen.tsx'

const { id } = exampleClient
const inDays = (days: number) => daysAfter(today(), days)
document.head.insertAdjacentHTML('beforeend', '<meta name="time-zone" content="America/Chicago">')
const away = failed('busy', 400, { message: 'The database rests.' })

const counts = { active: 12, inactive: 4, pending: 2, discharged: 1, Unknown: 1 }
const summaries = {
  all: { range: 'all', total: 20, counts },
  last30: { range: 'last30', total: 8, counts: { ...counts, active: 4, inactive: 0 } },
  last7: { range: 'last7', total: 3, counts: { ...counts, active: 0, inactive: 0, pending: 1 } },
} as const

const { firstName, lastName, dateOfBirth } = exampleClient
const dueLease = { id: 'p2', kind: 'papers', what: 'Lease', client: { id, firstName, lastName, dateOfBirth } }

const noHomes = { movedIn: 0, housed: 0, left: {} }

const noSteps = {
  ...{ name: false, colleagues: false, clients: false, backupDisk: false },
  ...{ twoStep: false, organization: false, mail: false },
}

const screens = {
  '/:area/dashboard': <DashboardScreen />,
  '/:area/clients': <ClientListScreen />,
  '/:area/client-notes/:id': <NotesPanelScreen />,
  '/:area/contact-messages': <ContactMessagesScreen />,
}

/** As a manager, or as a super-admin in the admin area. */
async function openDashboard({ area = 'manager', search = '', answers = {} as Answers } = {}) {
  return await openPortal({
    screens,
    address: `/${area}/dashboard${search}`,
    role: area === 'admin' ? 'super-admin' : 'manager',
    answers: {
      ...Object.fromEntries(
        dashboardRanges.map((range) => [
          `GET /clients/summary?range=${range}`,
          () => Response.json(summaries[range]),
        ]),
      ),
      'GET /clients/summary?assignedTo=me': () => Response.json({ ...summaries.all, total: 0 }),
      'POST /clients/search': () => pageOf([]),
      'POST /follow-ups/search': () => pageOf([]),
      'GET /due': () => Response.json([]),
      'GET /workers': () => Response.json([{ id: 'e2', name: 'Nadia Ali', email: 'nadia@example.org' }]),
      'GET /workers/workloads': () => Response.json([]),
      'POST /homes/summary': () => Response.json(noHomes),
      'GET /contact/unread': () => Response.json({ count: 1 }),
      'GET /outgoing-mail': () => Response.json([]),
      ...answers,
    },
  })
}

type Opened = Awaited<ReturnType<typeof openDashboard>>['screen']

const breakdown = (screen: Opened) => screen.getByRole('region', { name: 'Client Status Breakdown' })
const withoutNote = (screen: Opened) => screen.getByRole('region', { name: 'No note this week' })

/** The percentage of the disk that has each of the five current colors. */
function drawnShares(pie: HTMLElement): number[] {
  const slices = [...pie.querySelectorAll('path')]
  const fills = slices.map((slice) => getComputedStyle(slice).fill)
  const colors = [1, 2, 3, 4, 5].map((part) => {
    pie.style.color = `var(--color-chart-${part})`
    return getComputedStyle(pie).color
  })
  pie.style.color = ''
  const found = colors.map(() => 0)
  for (let step = 0; step < 1000; step += 1) {
    const point = { x: Math.sin(step * 0.002 * Math.PI) / 2, y: -Math.cos(step * 0.002 * Math.PI) / 2 }
    const at = slices.findIndex((path) => path.isPointInFill(Object.assign(new DOMPoint(), point)))
    const color = colors.indexOf(fills[at] ?? '')
    if (color >= 0) found[color] = (found[color] ?? 0) + 0.1
  }
  return found
}

test('total, table and pie chart agree in every range and color scheme [T13]', async () => {
  const { screen, router } = await openDashboard()
  await expect.element(screen.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const select = screen.getByLabelText('Range')
  await expect.element(select).toHaveValue('all')
  const names = ['All Time', 'Last 30 Days', 'Last 7 Days']
  expect(
    select
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(names)
  for (const [index, range] of dashboardRanges.entries()) {
    await select.selectOptions(names[index] ?? '')
    const { total, counts } = summaries[range]
    await expect.element(screen.getByText(`Total Clients: ${total}`)).toBeVisible()
    const shares = Object.values(counts).map((count) => (count / total) * 100)
    const cells = breakdown(screen).getByRole('cell').elements()
    expect(cells.map(({ textContent }) => textContent)).toEqual(
      Object.values(counts).map((count, index) => `${count} (${shares[index]?.toFixed(1)}%)`),
    )
    const pie = breakdown(screen)
      .getByRole('img', { name: /^Pie chart/ })
      .element() as HTMLElement
    for (const colorScheme of ['dark', 'light'] as const) {
      await emulate({ colorScheme })
      const drawn = drawnShares(pie)
      for (const [part, share] of drawn.entries())
        expect(share, `${range}, ${colorScheme}, ${part}`).toBeCloseTo(shares[part] ?? 0, 0)
    }
  }
  expect(router.state.location.search).toBe('?range=last7')
  await screen.unmount()

  const again = await openDashboard({ search: '?range=last7' })
  await expect.element(again.screen.getByLabelText('Range')).toHaveValue('last7')
  await expect.element(again.screen.getByText('Total Clients: 3')).toBeVisible()
  // Its maximum width.
  await page.viewport(590, 800)
  const pie = breakdown(again.screen).getByRole('img', { name: /^Pie chart/ })
  await expect.poll(() => pie.element().getBoundingClientRect().width).toBe(500)
  await page.viewport(1280, 800)
})

test('each number leads to exactly those clients or messages', async () => {
  const found: { status?: string; createdSince?: string }[] = []
  const { screen, router } = await openDashboard({
    area: 'admin',
    search: '?range=last30',
    answers: {
      'POST /clients/search'(body) {
        if (!(body as { withoutNoteThisWeek: boolean }).withoutNoteThisWeek) found.push(body as never)
        return pageOf([])
      },
      'POST /contact/search': () => pageOf([]),
    },
  })
  const active = breakdown(screen)
    .getByRole('row', { name: /^Active/ })
    .getByRole('link')
  const total = breakdown(screen)
    .getByText(/^Total Clients: /)
    .getByRole('link')
  for (const [link, count, status] of [
    [active, '4', 'active'],
    [total, '8', undefined],
  ] as const) {
    await expect.element(link).toMatchTextContent(count)
    found.length = 0
    await link.click()
    await expect.element(screen.getByLabelText('Added')).toHaveValue('last30')
    await expect.poll(() => found).toHaveLength(1)
    expect(found[0]?.status).toBe(status)
    expect(Date.now() - Date.parse(found[0]?.createdSince ?? '')).toBeCloseTo(30 * 24 * 60 * 60_000, -5)
    await router.navigate(-1)
  }
  await screen.getByRole('link', { name: /^1 unread message/ }).click()
  await expect.element(screen.getByRole('heading', { name: 'Contact messages' })).toHaveFocus()
})

test('who moved in this quarter is one number, which leads to exactly those clients [T1300]', async () => {
  const found: unknown[] = []
  const counted: unknown[] = []
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-30T23:30:00-05:00') })
  onTestFinished(() => void vi.useRealTimers())
  const { screen } = await openDashboard({
    answers: {
      'POST /homes/summary'(body) {
        counted.push(body)
        return Response.json({ movedIn: 12, housed: 80, left: {} })
      },
      'POST /clients/search'(body) {
        found.push(body)
        return pageOf([])
      },
    },
  })
  const sentence = screen.getByText('12 people moved in this quarter')
  await expect.element(sentence).toBeVisible()
  expect(counted).toEqual([{ from: '2026-04-01', to: '2026-06-30' }])
  await sentence.getByRole('link').click()
  await expect.element(screen.getByLabelText('Moved in')).toHaveValue('this-quarter')
  await expect.poll(() => found.at(-1)).toMatchObject({ movedInFrom: '2026-04-01', movedInTo: '2026-06-30' })
  await screen.getByLabelText('Moved in').selectOptions('At any time')
  await expect.poll(() => found.at(-1)).not.toHaveProperty('movedInFrom')
})

test.for([
  [1, 1, '1 person moved in this quarter'],
  [0, 1, 'No one has moved in this quarter'],
  [0, 0, undefined],
] as const)(
  'of %i who moved in and %i who are housed the dashboard says: %s',
  async ([movedIn, housed, words]) => {
    const { screen } = await openDashboard({
      answers: { 'POST /homes/summary': () => Response.json({ movedIn, housed, left: {} }) },
    })
    await expect.element(screen.getByText('Total Clients: 20')).toBeVisible()
    const sentences = screen
      .getByText(/this quarter$/)
      .elements()
      .map(({ textContent }) => textContent)
    expect(sentences).toEqual(words ? [words] : [])
  },
)

test('each part of the dashboard is loaded again on request [T164]', async () => {
  let [summary, unnoted, rest] = [away, away, away]
  const none = { active: 0, inactive: 0, pending: 0, discharged: 0, Unknown: 0 }
  const { screen } = await openDashboard({
    area: 'admin',
    answers: {
      'GET /clients/summary?range=all': () => summary(),
      'GET /clients/summary?range=last7': () => Response.json({ range: 'last7', total: 0, counts: none }),
      'POST /clients/search': () => unnoted(),
      'POST /follow-ups/search': () => rest(),
      'GET /due': () => rest(),
      'GET /outgoing-mail': () => Response.json([{ state: 'refused' }, { state: 'waiting' }]),
    },
  })
  await expect.element(screen.getByText('Unable to load the client counts.')).toBeVisible()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('The database rests.')
  await expect
    .element(withoutNote(screen))
    .toMatchTextContent('Unable to check this week’s notes. The database rests.')
  await expect.element(screen.getByText(/^The mail server rejected an email\./)).toBeVisible()

  summary = () => Response.json(summaries.all)
  await screen.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Total Clients: 20')).toBeVisible()
  await expect.element(breakdown(screen).getByRole('rowheader').first()).toMatchTextContent('Active')
  await screen.getByLabelText('Range').selectOptions('Last 7 Days')
  await expect.element(breakdown(screen)).toMatchTextContent('No clients were added in the last 7 days')
  expect(breakdown(screen).element().querySelectorAll('[role=img], table')).toHaveLength(0)

  unnoted = () => pageOf([])
  ;(withoutNote(screen).getByRole('button', { name: 'Try again' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(withoutNote(screen)).toMatchTextContent('Every active client has a note this week.')
  await expect.element(screen.getByRole('heading', { name: 'Dashboard' })).toHaveFocus()

  const followUps = screen.getByRole('region', { name: 'My follow-ups' })
  await expect.element(followUps).toMatchTextContent('Unable to load follow-ups. The database rests.')
  const due = screen.getByRole('region', { name: 'Due' })
  await expect.element(due).toMatchTextContent('Unable to check what is due. The database rests.')
  rest = () => pageOf([])
  await followUps.getByRole('button', { name: 'Try again' }).click()
  await expect.element(followUps).not.toBeInTheDocument()
  rest = () => Response.json([])
  await due.getByRole('button', { name: 'Try again' }).click()
  await expect.element(due).not.toBeInTheDocument()
})

test('a call that takes five seconds keeps no other card waiting', async () => {
  const slow = new Promise<Response>(() => undefined)
  const { screen } = await openDashboard({
    answers: {
      'GET /drafts': () => slow,
      'POST /follow-ups/search': () => slow,
      'POST /clients/search': () => pageOf([exampleClient]),
    },
  })
  const client = withoutNote(screen).getByRole('link', { name: 'Hodan Warsame' })
  await expect.element(client, { timeout: 8000 }).toBeVisible()
  await expect.element(screen.getByText('Total Clients: 20')).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'By worker' })).toBeVisible()
})

test('no card shows before all are known, so that none pushes another down [T1113]', async () => {
  const asked = {
    'GET /drafts': [],
    'GET /contact/unread': { count: 1 },
    'GET /outgoing-mail': [{ state: 'refused' }],
    'GET /workers/workloads': [],
    'GET /first-steps': { ...noSteps, clients: true },
  }
  for (const [name, body] of Object.entries(asked)) {
    const last = Promise.withResolvers<Response>()
    const { screen } = await openDashboard({
      area: 'admin',
      answers: {
        ...Object.fromEntries(Object.entries(asked).map(([call, body]) => [call, () => Response.json(body)])),
        'POST /clients/search': () => pageOf([exampleClient]),
        [name]: () => last.promise,
      },
    })
    // Its skeleton.
    await expect.element(withoutNote(screen)).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await expect.element(withoutNote(screen).getByRole('link')).not.toBeInTheDocument()
    last.resolve(Response.json(body))
    await expect.element(withoutNote(screen).getByRole('link').first()).toBeVisible()
    await screen.unmount()
  }
})

test('what has to be done is first and widest, with the numbers beside it or, on a phone, below [T1114]', async () => {
  document.body.classList.add('portal')
  onTestFinished(() => {
    document.body.classList.remove('portal')
    return page.viewport(1280, 800)
  })
  const workload = { clients: 1, withoutNote: 1, overdueFollowUps: 1, unsignedNotes: 1 }
  const workers = [
    'Amina Ali',
    'Britt-Marie Lindqvist',
    'Trương Thị Hồng',
    'Pa Houa Maiv Nkauj Ntxhi Vang-Thao',
    ...Array.from({ length: 7 }, (_, number) => `Worker ${number}`),
  ]
  const { screen } = await openDashboard({
    answers: {
      'POST /clients/search': () => pageOf([exampleClient]),
      'GET /due': () => Response.json([{ ...dueLease, on: inDays(5) }]),
      'GET /workers/workloads': () =>
        Response.json(workers.map((name) => ({ ...workload, id: name, name, email: null }))),
    },
  })
  const boxOf = (name: string) => screen.getByRole('region', { name }).element().getBoundingClientRect()
  await expect.element(withoutNote(screen)).toHaveClass('card-for-action')
  await page.viewport(1280, 800)
  for (const name of ['By worker', 'Client Status Breakdown']) {
    expect(boxOf(name).left).toBeGreaterThan(boxOf('No note this week').right)
    expect(boxOf(name).width).toBeLessThan(boxOf('No note this week').width)
    await expect.element(screen.getByRole('region', { name })).not.toHaveClass('card-for-action')
  }
  expect(boxOf('By worker').bottom, 'without scrolling').toBeLessThan(800)
  expect(boxOf('Due').left).toBe(boxOf('No note this week').left)
  const table = screen.getByRole('table', { name: 'By worker' }).element()
  for (const width of [480, 768, 1280]) {
    await page.viewport(width, 800)
    expect(getComputedStyle(table).display).toBe('table')
    expect(table.parentElement?.scrollWidth, `${width} px`).toBe(table.parentElement?.clientWidth)
  }

  await page.viewport(375, 800)
  const names = ['No note this week', 'Due', 'By worker', 'Client Status Breakdown']
  const tops = names.map((name) => boxOf(name).top)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  const numbers = [...table.querySelectorAll('tbody tr:first-child a')]
  expect(new Set(numbers.map((number) => number.getBoundingClientRect().top)).size, 'in one line').toBe(1)
})

test('the card of clients without a note drops one who gets one', async () => {
  let clients = [exampleClient, { ...exampleClient, id: 'c2', firstName: 'Ayan' }]
  const saved = Promise.withResolvers<Response>()
  const { screen, router, requests } = await openDashboard({
    area: 'admin',
    answers: {
      'POST /clients/search': () => pageOf(clients),
      [`GET /clients/${id}`]: () => Response.json(exampleClient),
      [`GET /clients/${id}/notes?limit=25`]: () => pageOf([]),
      [`GET /clients/${id}/next-without-note`]: () => Response.json({ next: null, place: null, total: 0 }),
      [`POST /clients/${id}/notes`]: () => saved.promise,
    },
  })
  await expect
    .element(withoutNote(screen).getByText('2 active clients have had no note since Monday.'))
    .toBeVisible()
  const links = withoutNote(screen).getByRole('listitem').getByRole('link')
  expect(links.elements().map(({ textContent }) => textContent)).toEqual(['Hodan Warsame', 'Ayan Warsame'])
  await links.first().click()
  expect(router.state.location).toMatchObject({
    pathname: `/admin/client-notes/${id}`,
    hash: '#new-note',
  })
  await screen.getByLabelText('New Weekly Note').fill('Called about the lease.')
  await screen.getByRole('button', { name: 'Add Note' }).click()
  const searches = () => requests.filter((request) => request === 'POST /clients/search').length
  const before = searches()
  await router.navigate('/admin/dashboard')
  await expect.poll(searches).toBe(before + 1)
  // The client stays on the card until the note is saved.
  await expect.element(links.first()).toMatchTextContent('Hodan Warsame')
  clients = clients.slice(1)
  saved.resolve(Response.json(exampleNote(), { status: 201 }))
  await expect.poll(() => links.elements()).toHaveLength(1)
  await expect.element(links).toMatchTextContent('Ayan Warsame')

  await withoutNote(screen).getByRole('link', { name: 'See all' }).click()
  expect(router.state.location).toMatchObject({
    pathname: '/admin/clients',
    search: '?notes=missing-this-week',
  })
})

test('the card of clients without a note lists the user’s own clients by default', async () => {
  const searches: unknown[] = []
  const { screen } = await openDashboard({
    answers: {
      'GET /clients/summary?assignedTo=me': () => Response.json({ ...summaries.all, total: 1 }),
      'POST /clients/search'(body) {
        searches.push(body)
        return pageOf([exampleClient])
      },
    },
  })
  await expect
    .element(withoutNote(screen).getByText('1 of your active clients has had no note since Monday.'))
    .toBeVisible()
  expect(searches).toMatchObject([{ assignedTo: 'me', withoutNoteThisWeek: true }])
})

test('the dashboard shows one’s own due follow-ups and unfinished drafts, one click away [T662]', async () => {
  const ayan = { ...exampleClient, id: 'c2', firstName: 'Ayan' }
  const followUp = (key: string, days: number) => ({
    ...{ id: key, clientId: ayan.id, noteId: null, on: inDays(days), what: `${key} task.`, version: 1 },
    ...{ assignedTo: 'e1', assignedToName: 'Mia Berg', createdAt: '', createdBy: null },
    ...{ doneAt: null, doneBy: null, doneByName: null, client: ayan },
  })
  let due = [followUp('Overdue', -2), followUp('Next', 7)]
  const requests: unknown[] = []
  const text = 'Half a sentence'
  const draft = {
    ...{ key: `note:${ayan.id}`, id: 'd1', version: null, revision: 1 },
    changedAt: new Date().toISOString(),
  }
  const { screen } = await openDashboard({
    answers: {
      'POST /follow-ups/search'(body) {
        requests.push(body)
        return pageOf(due)
      },
      'PUT /follow-ups/Overdue'() {
        due = due.slice(1)
        return Response.json({ ...followUp('Overdue', -2), doneAt: new Date().toISOString() })
      },
      'GET /drafts': () => Response.json([{ ...draft, about: 'Ayan Warsame' }]),
      [`GET /drafts/${encodeURIComponent(draft.key)}`]: () => Response.json({ ...draft, values: { text } }),
      [`GET /clients/${ayan.id}`]: () => Response.json(ayan),
      [`GET /clients/${ayan.id}/notes?limit=25`]: () => pageOf([]),
      [`GET /clients/${ayan.id}/next-without-note`]: () =>
        Response.json({ next: null, place: null, total: 0 }),
    },
  })
  const own = screen.getByRole('region', { name: 'My follow-ups' })
  await expect.element(own).toMatchTextContent(/2 due by \w{3} \d+, 1 overdue/)
  expect(requests[0]).toEqual({ assignedTo: 'me', until: inDays(7), limit: 50 })
  expect(own.getByRole('listitem').elements()).toHaveLength(2)
  await own.getByRole('listitem').first().getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => own.getByRole('listitem').elements()).toHaveLength(1)
  await expect.element(own).toMatchTextContent(/1 due by \w{3} \d+(?!,)/)
  await screen.getByRole('link', { name: 'Unfinished note about Ayan Warsame' }).click()
  await expect.element(screen.getByLabelText('New Weekly Note')).toHaveValue(text)
})

test('the next seven days are calendar days, also over a change of the clocks', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T23:30:00-06:00') })
  onTestFinished(() => void vi.useRealTimers())
  const requests: unknown[] = []
  await openDashboard({
    answers: {
      'POST /follow-ups/search'(body) {
        requests.push(body)
        return pageOf([])
      },
    },
  })
  await expect.poll(() => requests).toMatchObject([{ until: '2026-03-11' }])
})

test('a manager sees the workload of each worker, and each number leads to its list [T663]', async () => {
  const nadia = {
    ...{
      id: 'e2',
      name: 'Nadia Ali',
      email: null,
      clients: 1,
      withoutNote: 1,
      overdueFollowUps: 1,
      unsignedNotes: 0,
    },
  }
  const overdue = {
    ...{ id: 'f1', clientId: id, noteId: null, on: inDays(-2), what: 'Overdue task.', version: 1 },
    ...{ assignedTo: 'e2', assignedToName: 'Nadia Ali', createdAt: '', createdBy: null },
    ...{ doneAt: null, doneBy: null, doneByName: null, client: exampleClient },
  }
  const searches: unknown[] = []
  const { screen, router } = await openDashboard({
    answers: {
      'GET /workers/workloads': () => Response.json([nadia]),
      'POST /clients/search'(body) {
        searches.push(body)
        return pageOf([])
      },
      'POST /follow-ups/search': (body) =>
        pageOf((body as { assignedTo: string }).assignedTo === 'e2' ? [overdue] : []),
    },
  })
  const row = screen.getByRole('row').filter({ hasText: 'Nadia Ali' })
  const links = row.getByRole('link')
  await expect.element(links.first()).toBeVisible()
  const names = links.elements().map((link) => [link.textContent, link.getAttribute('href')])
  expect(names).toEqual([
    ['1', '/manager/clients?worker=e2'],
    ['1', '/manager/clients?notes=missing-this-week&worker=e2'],
    ['1', '/manager/dashboard?follow-ups=e2'],
  ])
  await row.getByRole('link', { name: 'Overdue follow-ups, Nadia Ali: 1' }).click()
  await expect
    .element(screen.getByRole('region', { name: 'Follow-ups of Nadia Ali' }))
    .toMatchTextContent('Overdue task.')
  await row.getByRole('link', { name: /^No note this week/ }).click()
  expect(router.state.location.search).toBe('?notes=missing-this-week&worker=e2')
  await expect.poll(() => searches.at(-1)).toMatchObject({ assignedTo: 'e2', withoutNoteThisWeek: true })
})

test('the table by worker is sorted by each column, and shows the email addresses of workers with the same name [T1145]', async () => {
  const [none, one] = [
    { withoutNote: 0, overdueFollowUps: 0, unsignedNotes: 0 },
    { withoutNote: 1, overdueFollowUps: 1, unsignedNotes: 1 },
  ]
  const { screen } = await openDashboard({
    answers: {
      'GET /workers/workloads': () =>
        Response.json([
          { ...none, id: 'e2', name: 'Nadia Ali', email: 'nadia@example.org', clients: 2 },
          { ...one, id: 'e3', name: 'Nadia Ali', email: 'n.ali@example.org', clients: 1 },
          { ...none, id: 'e4', name: 'Omar Said', email: 'omar@example.org', clients: 9 },
          { ...one, id: null, name: null, email: null, clients: 3 },
        ]),
    },
  })
  const table = screen.getByRole('table', { name: 'By worker' })
  const [first, second] = ['Nadia Ali (nadia@example.org)', 'Nadia Ali (n.ali@example.org)']
  const names = () =>
    table
      .getByRole('rowheader')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(names).toEqual([first, second, 'Omar Said', 'Unassigned'])
  await expect
    .element(table.getByRole('link', { name: `Clients, ${second}: 1`, exact: true }))
    .toHaveAttribute('href', '/manager/clients?worker=e3')
  const head = (name: string) => table.getByRole('columnheader', { name })
  await expect.element(head('Worker')).toHaveAttribute('aria-sort', 'ascending')
  await head('Clients').getByRole('button').click()
  await expect.element(head('Clients')).toHaveAttribute('aria-sort', 'descending')
  expect(names(), 'the most first').toEqual(['Omar Said', 'Unassigned', first, second])
  await head('Clients').getByRole('button').click()
  await expect.element(head('Clients')).toHaveAttribute('aria-sort', 'ascending')
  expect(names()).toEqual([second, first, 'Unassigned', 'Omar Said'])
  for (const name of ['No note this week', 'Overdue follow-ups', 'Unsigned, last 30 days']) {
    await head(name).getByRole('button').click()
    await expect.element(head(name)).toHaveAttribute('aria-sort', 'descending')
    expect(names()).toEqual([second, 'Unassigned', first, 'Omar Said'])
  }
  await head('Worker').getByRole('button').click()
  await head('Worker').getByRole('button').click()
  expect(names()).toEqual(['Unassigned', 'Omar Said', second, first])
})

test('the follow-ups of an employee who has left say so', async () => {
  const { screen } = await openDashboard({ search: '?follow-ups=e9' })
  const title = 'Follow-ups of a former employee'
  await expect.element(screen.getByRole('region', { name: title })).toMatchTextContent('Nothing is due')
})

test('what is due names the client, and says whether the day has passed', async () => {
  const { screen } = await openDashboard({
    answers: {
      'GET /due': () =>
        Response.json([
          { ...dueLease, id: 'p1', what: 'Release of information, to Hennepin County', on: inDays(-1) },
          { ...dueLease, on: inDays(20) },
        ]),
    },
  })
  const items = screen.getByRole('region', { name: 'Due' }).getByRole('listitem')
  await expect.element(items.first()).toMatchTextContent('to Hennepin County Expired yesterday')
  await expect.element(items.nth(1)).toMatchTextContent('Lease Expires in 20 days')
  await expect
    .element(items.first().getByRole('link'))
    .toHaveAttribute('href', expect.stringContaining(`/manager/client-details/${id}`))
})

test('the first steps are on top of an empty dashboard, in full width, and below the numbers of another [T1115]', async () => {
  const open = async (clients: boolean) =>
    (
      await openDashboard({
        area: 'admin',
        answers: { 'GET /first-steps': () => Response.json({ ...noSteps, clients }) },
      })
    ).screen
  const boxOf = (screen: Opened, name: string) =>
    screen.getByRole('region', { name }).element().getBoundingClientRect()
  const empty = await open(false)
  const items = empty.getByRole('region', { name: 'First steps' }).getByRole('listitem')
  await expect.element(items.first()).toMatchTextContent('Enter your own name and title')
  expect(items.elements().map(({ textContent }) => textContent?.slice(0, 24))).toEqual([
    'Enter your own name and ',
    'Add a colleague',
    'Add your first clientor ',
    'Keep the daily backup on',
    'Turn on two-step sign-in',
    'Enter your organization’',
    'Send emails through your',
  ])
  expect(boxOf(empty, 'First steps').bottom).toBeLessThan(boxOf(empty, 'No note this week').top)
  expect(boxOf(empty, 'First steps').right).toBe(boxOf(empty, 'Client Status Breakdown').right)
  await empty.unmount()
  const used = await open(true)
  await expect.element(used.getByRole('region', { name: 'First steps' })).toBeVisible()
  expect(boxOf(used, 'First steps').top).toBeGreaterThan(boxOf(used, 'Client Status Breakdown').bottom)
})

test('focus stays on the screen when the first steps are put away', async () => {
  onTestFinished(() => localStorage.removeItem(storageKeys.firstSteps))
  const { screen } = await openDashboard({
    area: 'admin',
    answers: { 'GET /first-steps': () => Response.json(noSteps) },
  })
  await screen.getByRole('button', { name: 'Hide' }).click()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})
