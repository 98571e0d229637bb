import '#ui/foundation.css'
import '#portal/portal.css'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#contract/access/roles.ts'
import { screenPath } from '#contract/paths.ts'
import { readFocusedStop } from '#test/support/focus-in-sight.ts'
import { exampleNote } from '#test/support/note-screens.tsx'
import { exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { ClientListScreen } from './client-list-screen.tsx'

// The portal's styles are about its page.
beforeAll(() => document.body.classList.add('portal'))

const { id } = exampleClient
const path = screenPath('manager', 'clients')

const found = (items: object[], more: object = {}) =>
  Response.json({ items, total: items.length, nextCursor: null, ...more })
const clientNo = (number: number) => ({ ...exampleClient, id: `c${number}`, lastName: `Lindqvist ${number}` })
const clients = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => clientNo(from + index))

interface OpenedList {
  query?: string
  /** Instead of a new history entry. */
  entry?: object
  role?: Role
  search: (body: Record<string, unknown>) => Response | Promise<Response>
  answers?: Answers
}

/** The list, and what it has searched for. */
async function openList({ query = '', entry, role = 'manager', search, answers }: OpenedList) {
  const searches: Record<string, unknown>[] = []
  const opened = await openPortal({
    screens: { [path]: <ClientListScreen /> },
    address: entry ?? path + query,
    role,
    answers: {
      'POST /clients/search': (body) => {
        searches.push(body as Record<string, unknown>)
        return search(body as Record<string, unknown>)
      },
      ...answers,
    },
  })
  const { screen, router } = opened
  return {
    ...opened,
    searches,
    searchBox: screen.getByLabelText('Search by name'),
    status: screen.getByLabelText('Status', { exact: true }),
    head: (name: string) => screen.getByRole('columnheader', { name }),
    query: () => router.state.location.search,
  }
}

const textsOf = (elements: Element[]) => elements.map(({ textContent }) => textContent)

test.each([1, 0])('offers the status Unknown only while there are such clients: %i', async (Unknown) => {
  const counts = { active: 1, inactive: 0, pending: 0, discharged: 0, Unknown }
  const { status } = await openList({
    search: () => found([exampleClient]),
    answers: {
      'GET /clients/summary?range=all': () => Response.json({ range: 'all', total: 1 + Unknown, counts }),
    },
  })
  await expect
    .poll(() => textsOf(status.getByRole('option').elements()))
    .toEqual(['All', 'Active', 'Inactive', 'Pending', 'Discharged', ...(Unknown ? ['Unknown'] : [])])
})

test('the list is searched, filtered and paged [T46]', async () => {
  const { screen, router, searches, searchBox, status, query } = await openList({
    search: ({ search, cursor, status }) => {
      if (!search) return found([exampleClient])
      if (status) return found(clients(1, 50), { total: 56, nextCursor: 'to-2' })
      return cursor
        ? found(clients(51, 70), { total: 70 })
        : found(clients(1, 50), { total: 70, nextCursor: 'to-2' })
    },
  })
  await expect.element(screen.getByText('1 client', { exact: true })).toBeVisible()
  const heads = ['Choose', 'Name', 'Status', 'Worker', 'Last note', 'Added', 'Phone', 'Actions']
  expect(textsOf(screen.getByRole('columnheader').elements())).toEqual(heads)

  const firstName = screen.getByRole('rowheader').first()
  const entries: unknown[] = []
  router.subscribe(({ location }) => entries.push(location))
  await searchBox.fill('lindqvist')
  await expect.element(screen.getByText('1–50 of 70')).toBeVisible()
  expect(screen.getByRole('rowheader').elements()).toHaveLength(50)
  await screen.getByRole('button', { name: 'Next' }).click()
  await expect.element(screen.getByText('51–70 of 70')).toBeVisible()
  await expect.element(firstName).toMatchTextContent(/Lindqvist 51/)
  await expect.element(screen.getByText('70 clients found')).toHaveFocus()
  expect(query()).toBe('')
  expect(searches.at(-1)).toMatchObject({ search: 'lindqvist', cursor: 'to-2', limit: 50 })
  await router.navigate(-1)
  await expect.element(screen.getByText('1–50 of 70')).toBeVisible()
  await expect.element(searchBox).toHaveValue('lindqvist')
  await router.navigate(1)
  await expect.element(firstName).toMatchTextContent(/Lindqvist 51/)

  await status.selectOptions('Active')
  await expect.element(screen.getByText('1–50 of 56')).toBeVisible()
  expect(searches.at(-1)).toMatchObject({ search: 'lindqvist', status: 'active' })
  expect(query()).toBe('?status=active')
  // A reload finds the name nowhere: neither in a history entry, nor in storage.
  expect(JSON.stringify([entries, localStorage, sessionStorage])).not.toMatch(/lindqvist/i)
  await screen.getByRole('button', { name: 'Clear Filters' }).click()
  await expect.element(searchBox).toHaveValue('')
  await expect.element(status).toHaveValue('')
  expect(query()).toBe('')
})

test('a page whose cursor the server refuses offers the first page', async () => {
  const { screen, status, query } = await openList({
    query: '?status=active',
    search: ({ cursor }) =>
      cursor
        ? Response.json({ code: 'invalid-input', message: 'No.', fields: { cursor: 'No.' } }, { status: 400 })
        : found(clients(1, 50), { total: 70, nextCursor: 'of-no-list' }),
  })
  await screen.getByRole('button', { name: 'Next' }).click()
  const alert = screen.getByRole('alert')
  await expect.element(alert).toMatchTextContent(/^This page of the list no longer exists\./)
  await screen.getByRole('button', { name: 'Go to the first page' }).click()
  await expect.element(screen.getByText('1–50 of 70')).toBeVisible()
  expect(query()).toBe('?status=active')
  await expect.element(status).toHaveValue('active')
})

test('after a reload a list is on its page, but not on that of a search, which is forgotten', async () => {
  const search = ({ cursor }: Record<string, unknown>) =>
    cursor ? found(clients(51, 70), { total: 70 }) : found(clients(1, 50), { total: 70, nextCursor: 'to-2' })
  for (const text of ['', 'lindqvist']) {
    const { screen, router } = await openList({ search })
    await screen.getByLabelText('Search by name').fill(text)
    await screen.getByRole('button', { name: 'Next' }).click()
    await expect.element(screen.getByText('51–70 of 70')).toBeVisible()
    const entry = router.state.location
    await screen.unmount()
    // All that the browser keeps.
    const again = await openList({ search, entry: { ...entry, key: 'other' } })
    await expect.element(again.screen.getByText(text ? '1–50 of 70' : '51–70 of 70')).toBeVisible()
    await expect.element(again.searchBox).toHaveValue('')
    await again.screen.unmount()
  }
})

test('the search is sent with the first letter and once typing pauses, never in an address', async () => {
  const { screen, searches, searchBox, requests, query } = await openList({
    search: ({ search }) => found(search ? [exampleClient] : clients(1, 2)),
  })
  await expect.element(screen.getByText('2 clients')).toBeVisible()
  await searchBox.click()
  // From here on, only the test advances the clock.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await userEvent.keyboard('Warsame')
  const sent = () => searches.map(({ search }) => search)
  // Frames go on while the clock stands; a busy machine needs several until a request is sent.
  const pass = async (milliseconds: number, count: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    for (let frame = 0; frame < 300 && sent().length < count; frame += 1)
      await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  }
  await pass(30, 2)
  expect(sent()).toEqual(['', 'W'])
  await pass(20, 3)
  expect(sent()).toEqual(['', 'W', 'Warsame'])
  await pass(100, 3)
  await expect.element(screen.getByText('1 client found')).toBeVisible()
  expect([...requests, query()].join()).not.toMatch(/warsame/i)
})

test('what a slow server finds for an earlier text replaces nothing, and the list says that it is loading', async () => {
  const slow = Promise.withResolvers<Response>()
  const { screen, searchBox } = await openList({
    search: ({ search }) => {
      if (search === 'a') return slow.promise
      return search ? found([exampleClient]) : found(clients(1, 2))
    },
  })
  await expect.element(screen.getByText('2 clients')).toBeVisible()
  await searchBox.fill('a')
  const frame = screen.getByRole('table').element().parentElement
  await expect.poll(() => frame?.ariaBusy).toBe('true')
  expect(screen.getByRole('rowheader').elements()).toHaveLength(2)
  await searchBox.fill('amina')
  await expect.element(screen.getByText('1 client found')).toBeVisible()
  slow.resolve(found(clients(1, 40)))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect.element(screen.getByText('1 client found')).toBeVisible()
  expect(frame?.ariaBusy).toBeNull()
})

test('a column header has the server sort the clients', async () => {
  const { searches, head, query } = await openList({ search: () => found([exampleClient]) })
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  for (const [name, key] of [
    ['Status', 'status'],
    ['Last note', 'lastNote'],
    ['Added', 'created'],
  ] as const) {
    head(name).getByRole('button').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(head(name)).toHaveAttribute('aria-sort', 'ascending')
    expect(query()).toBe(`?sort=${key}`)
  }
  await head('Added').getByRole('button').click()
  await expect.element(head('Added')).toHaveAttribute('aria-sort', 'descending')
  expect(query()).toBe('?sort=-created')
  await head('Name').getByRole('button').click()
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  expect(query()).toBe('')
  // The order by name is already known.
  expect(searches.map(({ sort }) => sort)).toEqual([undefined, 'status', 'lastNote', 'created', '-created'])
})

test.each([
  ['e1', 'My clients'],
  ['e2', 'Noor Berg'],
  ['e9', 'A former employee'],
])('the filter names the worker %s, to whom the dashboard links', async (worker, name) => {
  const { screen } = await openList({
    query: `?worker=${worker}`,
    search: () => found(clients(1, 2)),
    answers: {
      'GET /workers': () =>
        Response.json([
          { id: 'e1', name: 'Mia Berg', email: 'm@example.org' },
          { id: 'e2', name: 'Noor Berg', email: 'n@example.org' },
        ]),
    },
  })
  const filter = screen.getByLabelText('Worker')
  await expect.poll(() => (filter.element() as HTMLSelectElement).selectedOptions[0]?.label).toBe(name)
})

test('the list tells workers of one name apart', async () => {
  const worker = { assignedTo: 'e2', assignedToName: 'Noor Berg' }
  const { screen } = await openList({
    search: () => found([{ ...exampleClient, ...worker }]),
    answers: {
      'GET /workers': () =>
        Response.json([
          { id: 'e2', name: 'Noor Berg', email: 'n@example.org' },
          { id: 'e3', name: 'Noor Berg', email: 'noor@example.org' },
        ]),
    },
  })
  await expect.element(screen.getByRole('cell', { name: 'Noor Berg (n@example.org)' })).toBeVisible()
})

test('on a phone filters are behind a button, unless one is set', async () => {
  await page.viewport(375, 812)
  onTestFinished(() => page.viewport(1280, 800))
  const whole = await openList({ search: () => found([exampleClient]) })
  const filters = whole.screen.getByRole('button', { name: 'Filters', exact: true })
  await expect.element(whole.status).not.toBeVisible()
  await filters.click()
  await whole.status.selectOptions('Active')
  await expect.poll(whole.query).toBe('?status=active')
  await whole.screen.unmount()

  const filtered = await openList({ query: '?status=active', search: () => found([exampleClient]) })
  await expect.element(filtered.status).toBeVisible()
  await filtered.screen.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect.element(filtered.status).not.toBeVisible()
})

test('clients without a note this week are found by a filter, until they have one [T48]', async () => {
  const searches: unknown[] = []
  let isNoted = false
  const unnoted = { ...exampleClient, lastNoteAt: null, lastNoteOn: null }
  const others = [{ ...exampleClient, id: 'c2', firstName: 'Noted' }]
  const { screen, router } = await openArea({
    role: 'employee',
    address: path,
    answers: {
      'POST /clients/search': (body) => {
        const { withoutNoteThisWeek } = body as { withoutNoteThisWeek: boolean }
        searches.push(body)
        return found([
          ...(isNoted && withoutNoteThisWeek ? [] : [unnoted]),
          ...(withoutNoteThisWeek ? [] : others),
        ])
      },
      [`GET /clients/${id}`]: () => Response.json(unnoted),
      [`GET /clients/${id}/notes?limit=25`]: () => found([]),
      [`POST /clients/${id}/notes`]: () => {
        isNoted = true
        return Response.json(exampleNote({ text: 'Met.' }), { status: 201 })
      },
    },
  })
  const names = () => textsOf(screen.getByRole('rowheader').getByRole('link').elements())
  await screen.getByLabelText('Search by name').fill('hodan')
  await expect.poll(names).toEqual(['Hodan Warsame', 'Noted Warsame'])
  const isMissing = screen.getByLabelText('No note this week')
  await isMissing.click()
  await expect.element(screen.getByText('1 active client without a note this week')).toBeVisible()
  expect(searches.at(-1)).toMatchObject({ search: 'hodan', withoutNoteThisWeek: true })
  expect(router.state.location.search).toBe('?notes=missing-this-week')
  await expect.element(screen.getByRole('row').last()).toMatchTextContent(/No note yet/)
  const status = screen.getByLabelText('Status')
  await expect.element(status).toHaveValue('active')
  await expect.element(status.getByRole('option', { name: 'Pending' })).toBeDisabled()

  await screen.getByRole('link', { name: 'Notes', exact: true }).click()
  const text = screen.getByLabelText('New Weekly Note')
  await expect.element(text).toHaveFocus()
  await text.fill('Met at the library.')
  await screen.getByRole('button', { name: 'Add Note' }).click()
  await expect.element(screen.getByText('Note added.')).toBeVisible()
  await router.navigate(-1)
  await expect.element(screen.getByText('No clients match')).toBeVisible()
  await expect.element(isMissing).toBeChecked()
  await isMissing.click()
  await expect.poll(names).toEqual(['Hodan Warsame', 'Noted Warsame'])
  await expect.element(status).toHaveValue('')
})

async function openEditInfo(answers: Answers = {}) {
  const opened = await openList({
    search: () => found([exampleClient]),
    answers: { [`GET /clients/${id}`]: () => Response.json(exampleClient), ...answers },
  })
  const button = opened.screen.getByRole('button', { name: 'Edit Info' })
  await button.click()
  const dialog = opened.screen.getByRole('dialog', { name: 'Edit Info' })
  await expect.element(dialog.getByLabelText('First Name')).toHaveFocus()
  return { ...opened, button, dialog }
}

test('Edit Info keeps what was typed, and updates the row [T9]', async () => {
  let saved: object | undefined
  const { screen, button, dialog, searches } = await openEditInfo({
    [`PUT /clients/${id}`]: (body) => {
      const conflict = { code: 'version-conflict', message: 'Changed.', current: saved }
      if (saved) return Response.json(conflict, { status: 409 })
      saved = { ...(body as object), version: 2 }
      return Promise.reject(new TypeError('Failed to fetch'))
    },
  })
  for (const [label, value] of Object.entries({
    'First Name': exampleClient.firstName,
    'Last Name': exampleClient.lastName,
    'Date of Birth': exampleClient.dateOfBirth,
    Address: exampleClient.address,
    Status: exampleClient.status,
    Service: exampleClient.service,
    Phone: '(612) 555-0142',
    Email: exampleClient.email,
  }))
    await expect.element(dialog.getByLabelText(label)).toHaveValue(value)
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  await dialog.getByLabelText('First Name').fill('')
  await expect.element(save).toBeDisabled()
  await dialog.getByLabelText('First Name').fill('Hawa')
  await dialog.getByLabelText('Phone').fill('(651) 555-0177')
  await dialog.getByLabelText('Status').selectOptions('Pending')

  // It is saved, but the response is lost: saved again, it is no conflict.
  await save.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/^Failed to update client\. ?The server is not responding\./)
  await expect.element(dialog.getByLabelText('First Name')).toHaveValue('Hawa')
  // The whole client, with the edits in it (docs/specification.md §7).
  const edited = { firstName: 'Hawa', status: 'pending', phone: '6515550177' }
  expect(saved).toMatchObject({ ...exampleClient, ...edited, version: 2 })
  await save.click()
  await expect.element(screen.getByText('Client updated successfully.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  const row = screen.getByRole('row').last()
  await expect.element(row).toMatchTextContent(/Hawa .*Pending.*\(651\) 555-0177/)
  expect(searches).toHaveLength(1)
})

test('similar names follow the count, and show what Edit Info changed', async () => {
  const { screen } = await openList({
    search: ({ search }) => (search ? found([], { similar: [exampleClient] }) : found([])),
    answers: {
      [`GET /clients/${id}`]: () => Response.json(exampleClient),
      [`PUT /clients/${id}`]: (body) => Response.json({ ...(body as object), version: 2 }),
    },
  })
  await screen.getByLabelText('Search by name').fill('hodann')
  await expect.element(screen.getByText('0 clients found')).toBeVisible()
  const [count, similar] = ['0 clients found', 'Similar names'].map((text) =>
    screen.getByText(text, { exact: true }).element().getBoundingClientRect(),
  )
  expect((similar?.top ?? 0) - (count?.bottom ?? 0), 'nothing between').toBeLessThan(24)
  await screen.getByRole('button', { name: 'Edit Info' }).click()
  await screen.getByRole('dialog').getByLabelText('First Name').fill('Hawa')
  await screen.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(screen.getByText('Client updated successfully.')).toBeVisible()
  await expect.element(screen.getByRole('rowheader')).toMatchTextContent(/^Hawa/)
})

test('the row of a client whom another person has deleted goes when it can’t be opened', async () => {
  let listed: object[] = [exampleClient]
  const { screen } = await openList({ search: () => found(listed) })
  const button = screen.getByRole('button', { name: 'Edit Info' })
  await expect.element(button).toBeVisible()
  listed = []
  await button.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^The form could not be opened\./)
  await expect.element(screen.getByText('0 clients')).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
})

test('at 400 % no control of Edit Info is out of sight while it has focus', async () => {
  await page.viewport(320, 256)
  onTestFinished(() => page.viewport(1280, 800))
  const { dialog } = await openEditInfo()
  const ids = new Set<string | undefined>()
  const hidden: (string | undefined)[] = []
  for (let stops = 0; stops < 40; stops += 1) {
    const stop = readFocusedStop()
    ids.add(stop?.id)
    if (stop && !stop.inSight) hidden.push(stop.name)
    await userEvent.tab()
  }
  expect(hidden).toEqual([])
  expect(ids.size).toBeGreaterThan(dialog.getByRole('textbox').elements().length)
})

test('a super-admin downloads the clients that the list finds [T125]', async () => {
  const requests: unknown[] = []
  const file = vi.spyOn(URL, 'createObjectURL')
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  onTestFinished(() => void vi.restoreAllMocks())
  const refused = { code: 'too-many-requests', message: 'Ten times an hour.' }
  const { screen } = await openList({
    role: 'super-admin',
    query: '?status=active',
    search: () => found([exampleClient]),
    answers: {
      'POST /clients/export': (body) => {
        requests.push(body)
        return requests.length === 1
          ? Response.json(refused, { status: 429 })
          : new Response('First Name\r\n')
      },
    },
  })
  await screen.getByLabelText('Search by name').fill('hodan')
  const button = screen.getByRole('button', { name: 'Download CSV' })
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  const alert = screen.getByRole('alert')
  await expect
    .element(alert)
    .toMatchTextContent(/^The clients could not be downloaded\. ?Ten times an hour\./)
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('The CSV file is in your downloads.')).toBeVisible()
  expect(click.mock.contexts).toMatchObject([{ download: 'clients.csv' }])
  const [blob] = file.mock.lastCall as [Blob]
  expect(await blob.text()).toBe('First Name\r\n')
  // What is in the box counts, also before the list has found it.
  const asked = { search: 'hodan', status: 'active', withoutNoteThisWeek: false }
  expect(requests).toMatchObject([asked, asked])
})

test('a hint at the search box says what else it finds', async () => {
  const { searchBox } = await openList({ search: () => found([]) })
  await expect.element(searchBox).toHaveAccessibleDescription('Also by phone, PMI or birth date')
})

test('only a super-admin is offered the download', async () => {
  const { screen } = await openList({ search: () => found([exampleClient]) })
  await expect.element(screen.getByRole('link', { name: 'Add Client' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Download CSV' }).elements()).toHaveLength(0)
})
