import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { screenPath } from '#contract/paths.ts'
import { exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'

/** A row that adds a client, or another one. */
const row = (id: number, change: object = {}) => ({
  ...{ id: `${id}`, at: '2026-03-05T15:00:00Z', actor: null, action: 'added', kind: 'client' },
  ...{
    recordId: null,
    clientId: null,
    names: {},
    fields: [],
    filter: [],
    records: [],
    count: null,
  },
  ...{ role: null, backup: null, operator: null, sessionId: null, network: null, requestId: null },
  ...change,
})

test('older rows of the audit trail are loaded on request', async () => {
  let isAway = true
  const { screen } = await openArea({
    role: 'super-admin',
    address: screenPath('admin', 'auditTrail'),
    answers: {
      'POST /audit/search': (body) => {
        if ((body as { cursor?: string }).cursor !== 'older')
          return Response.json({ items: Array.from({ length: 50 }, (_, id) => row(id)), nextCursor: 'older' })
        return isAway ? Response.error() : Response.json({ items: [row(50)], nextCursor: null })
      },
    },
  })
  await expect.element(screen.getByText(/^The newest 50 rows/)).toBeVisible()
  await screen.getByRole('button', { name: 'Show older rows' }).click()
  const alert = screen.getByRole('alert')
  await expect.element(alert).toMatchTextContent('Unable to load older rows.')
  isAway = false
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.poll(() => screen.getByRole('rowheader').elements()).toHaveLength(51)
})

test.each([
  // The second link to the trail is on the screen itself.
  ['super-admin', 'admin', [1, 1, 2, 1]],
  ['admin', 'manager', [0, 0, 0, 0]],
] as const)(
  'a %s sees the trail, and can delete and restore clients, or neither [T308]',
  async (role, area, counts) => {
    const { id } = exampleClient
    const { screen } = await openArea({
      role,
      address: screenPath(area, 'clientDetails', id),
      answers: { [`GET /clients/${id}`]: () => Response.json(exampleClient) },
    })
    await expect.element(screen.getByRole('heading', { name: 'Status history' })).toBeVisible()
    await screen.getByRole('button', { name: 'Profile', exact: true }).click()
    await expect.element(screen.getByRole('link', { name: 'My Account' })).toBeVisible()
    const offered = [
      screen.getByRole('region', { name: 'Who has seen this record' }),
      screen.getByRole('button', { name: 'Delete client' }),
      screen.getByRole('link', { name: 'Audit trail', exact: true }),
      screen.getByRole('link', { name: 'Deleted records', exact: true }),
    ]
    expect(offered.map((part) => part.elements().length)).toEqual(counts)
  },
)

test('who has seen a record is a table of who, what and when, and on a phone cards [T1096]', async () => {
  const { id } = exampleClient
  const actor = { id, name: 'Amina Warsame', email: 'amina.warsame@example.org', role: 'employee' }
  const { screen } = await openArea({
    role: 'super-admin',
    address: screenPath('admin', 'clientDetails', id),
    answers: {
      [`GET /clients/${id}`]: () => Response.json(exampleClient),
      'POST /audit/search': () => Response.json({ items: [row(2, { actor }), row(1)], nextCursor: null }),
    },
  })
  await screen.getByRole('button', { name: 'Show who has seen it' }).click()
  const table = screen.getByRole('table', { name: 'Who has seen this record' })
  const header = table.getByRole('columnheader', { name: 'When' })
  await expect.element(header).toBeVisible()
  const headers = table.getByRole('columnheader').elements()
  expect(headers.map(({ textContent }) => textContent)).toEqual(['Who', 'What happened', 'When'])
  const [who, what, when] = [...(table.getByRole('row').elements()[1]?.children ?? [])]
  for (const cell of [what, when])
    expect(cell?.getBoundingClientRect().top).toBe(who?.getBoundingClientRect().top)
  await page.viewport(375, 800)
  onTestFinished(() => page.viewport(1280, 800))
  await expect
    .poll(() => (when?.getBoundingClientRect().top ?? 0) - (who?.getBoundingClientRect().top ?? 0))
    .toBeGreaterThan(10)
})

const people = [
  { id: exampleClient.id, kind: 'client', name: 'Deqa Abdi', dateOfBirth: '1988-02-29', isDeleted: false },
  {
    id: crypto.randomUUID(),
    kind: 'client',
    name: 'Deqa Former',
    dateOfBirth: '1988-02-29',
    isDeleted: true,
  },
].map((person) => ({ email: null, role: null, ...person }))

/** The trail, in which a name or an id finds clients. */
const openTrail = (rows: object[]) =>
  openArea({
    role: 'super-admin',
    address: screenPath('admin', 'auditTrail'),
    answers: {
      'POST /audit/people': (body) => {
        const { search } = body as { search: string }
        const items = people.filter(({ id, name }) => id === search || name.toLowerCase().includes(search))
        return Response.json({ items, hasMore: false })
      },
      'POST /audit/search': () => Response.json({ items: rows, nextCursor: null }),
    },
  })

test('a person is picked by keyboard, and stays chosen until the field is emptied', async () => {
  const { screen, router } = await openTrail([row(1)])
  const query = () => router.state.location.search
  const [field, options] = [screen.getByLabelText('Record of'), screen.getByRole('option')]
  await field.fill('nobody of that name')
  await expect.element(screen.getByText(/^No one found/).first()).toBeVisible()
  await field.fill('deqa')
  await expect.element(options.first()).toMatchTextContent(/^Deqa Abdi\s*Born Feb 29, 1988$/)
  await expect.element(options.last()).toMatchTextContent(/^Deqa Former\s*Born Feb 29, 1988, deleted$/)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.element(options).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Deqa Abdi')
  await expect.element(field).toHaveFocus()
  expect(query()).toBe(`?record=${exampleClient.id}`)

  await field.fill('somebody else')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('Deqa Abdi')
  await screen.getByLabelText('Changes only').click()
  await field.fill('')
  await expect.poll(query).toBe('?changesOnly=true')
  // A copied id finds its record, too.
  await field.fill(exampleClient.id)
  await expect.element(field).toHaveValue('Deqa Abdi')
  expect(query()).toBe(`?record=${exampleClient.id}&changesOnly=true`)
})

test('names people, with the end of the ID, and to whom a record was given [T1147]', async () => {
  const { id } = exampleClient
  const { screen } = await openTrail([
    row(2, { kind: 'note', recordId: 'n1', clientId: id, names: { [id]: 'Hodan Warsame' } }),
    row(1, { recordId: id }),
    row(0, { kind: 'record packet', action: 'exported', recordId: 'd1', names: { d1: 'Hennepin County' } }),
  ])
  const rows = screen.getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent(`Note n1 Hodan Warsame ${id.slice(-8)}`)
  await expect.element(rows.nth(2)).toMatchTextContent(`Client ${id.slice(-8)}`)
  await expect.element(rows.nth(3)).toMatchTextContent('Made a record packet for Hennepin County')
  const link = screen.getByRole('link', { name: 'Hodan Warsame' })
  await expect.element(link).toHaveAttribute('href', `/admin/audit-trail?record=${id}`)
})

test('a visit is one row, which unfolds its views', async () => {
  const actor = { id: 'e1', name: 'Super Admin', email: 'admin@example.org', role: 'super-admin' }
  const views = ['viewed', 'listed', 'viewed', 'listed'].map((action, number) =>
    row(number, {
      ...{ actor, action },
      ...(action === 'viewed'
        ? { recordId: exampleClient.id }
        : { kind: 'note', clientId: exampleClient.id }),
    }),
  )
  const { screen } = await openTrail([...views, row(4)])
  const deeds = screen.getByRole('rowheader')
  await expect.element(deeds.first()).toMatchTextContent(/^Opened a client, read a client’s notes/)
  expect(deeds.elements()).toHaveLength(2)
  const visit = screen.getByRole('button', { name: /^4 views since .* by Super Admin: / })
  visit.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(visit).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => deeds.elements()).toHaveLength(6)
  await visit.click()
  await expect.poll(() => deeds.elements()).toHaveLength(2)
})
