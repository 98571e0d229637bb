import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Role } from '#contract/access/roles.ts'
import { type Area, screenPath, screensOf } from '#contract/paths.ts'
import { isAboutClient } from '#portal/screen/area.ts'
import { amina, exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { Palette } from './palette.tsx'

test('the palette has focus before the next letter after the shortcut', async () => {
  const address = screenPath('manager', 'dashboard')
  const { screen } = await openPortal({
    screens: { [address]: <Palette area="manager" screens={[]} /> },
    address,
    answers: {},
  })
  const field = screen.getByRole('combobox')
  await screen.getByRole('button', { name: /^Search/ }).click()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
  // A microtask, before which no other key can come.
  await Promise.resolve()
  expect(document.activeElement?.role).toBe('combobox')
})

const { id } = exampleClient
const found = (total: number, items = firstClients(total)) =>
  Response.json({ items, total, nextCursor: null })
const firstClients = (length: number) => Array.from({ length }, (_, n) => clientNo(n))
const clientNo = (number: number) => ({ ...exampleClient, id: `c${number}`, lastName: `Dashboard ${number}` })

/** A screen of an area with the palette, which is opened. */
async function openPalette(address: string, answers: Answers, role: Role = 'super-admin') {
  const opened = await openArea({ role, address, answers })
  const { screen } = opened
  const dialog = screen.getByRole('dialog', { name: 'Search', exact: true })
  const options = dialog.getByRole('option')
  const texts = () => options.elements().map(({ textContent }) => textContent)
  const press = () => userEvent.keyboard('{Control>}k{/Control}')
  await screen.getByRole('button', { name: /^Search/ }).click()
  await expect.element(dialog).toBeVisible()
  return {
    ...opened,
    dialog,
    field: dialog.getByRole('combobox'),
    options,
    texts,
    status: dialog.getByRole('status').filter({ hasText: /./ }),
    active: () => options.elements().filter((option) => option.ariaSelected === 'true'),
    press,
  }
}

type Opened = Awaited<ReturnType<typeof openPalette>>

async function expectActive({ active, options, field }: Opened, at: number) {
  await expect.poll(active).toEqual([options.elements().at(at)])
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('aria-activedescendant', options.elements().at(at)?.id)
}

test('arrow keys choose in the palette, and Escape closes it [T120]', async () => {
  const opened = await openPalette(screenPath('admin', 'clients'), {
    'POST /clients/search': (body) => {
      const { search, limit } = body as { search: string; limit: number }
      return search === 'dashb' ? found(10, firstClients(limit)) : found(0)
    },
    'POST /employees/search': () =>
      Response.json([
        {
          ...amina,
          id: 'e2',
          hasPassword: false,
          hasTwoStep: false,
          hasOrganizationAccount: false,
          version: 1,
        },
      ]),
  })
  const { screen, dialog, field, options, texts, status, active, press } = opened
  await userEvent.keyboard('{Escape}')
  const search = screen.getByLabelText('Search by name')
  await search.fill('kept')
  await press()
  // Each screen that is not about a client, the clients without a note, and logging out.
  const screens = screensOf('admin').filter((name) => !isAboutClient(name))
  await expect.poll(texts).toHaveLength(screens.length + 2)
  const [first, second] = texts()
  expect([first, second, ...texts().slice(-5)]).toEqual(
    [/^Dashboard/, /^Clients Notes/, /^Profile/, /^Clients without a note this week/]
      .concat([/^Add Client/, /^Add Employee/, /^Logout/])
      .map((text) => expect.stringMatching(text)),
  )
  expect(active()).toEqual([])
  await userEvent.keyboard('{ArrowUp}')
  await expectActive(opened, -1)
  await userEvent.keyboard('dashb')
  await expect
    .element(status)
    .toMatchTextContent(/^10 clients \(the first 8 are shown\), 1 screen or action\. Type more/)
  await expect.poll(() => options.elements()).toHaveLength(9)
  await expectActive(opened, 0)
  await userEvent.keyboard('{ArrowDown>8/}')
  await expectActive(opened, 8)
  expect(texts().at(8)).toMatch(/^Dashboard ?$/)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(search).toHaveFocus()
  await expect.element(search).toHaveValue('kept')

  await press()
  await expect.element(field).toHaveValue('')
  await userEvent.keyboard('user management')
  await expect.element(status).toHaveTextContent('1 screen or action.')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'User Management' })).toHaveFocus()

  await screen.getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByRole('alertdialog')).toBeVisible()
  await press()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('Enter in the palette waits for the result of the search [T121]', async () => {
  const late = Promise.withResolvers<Response>()
  const { router, dialog, field, status, active } = await openPalette(
    screenPath('manager', 'dashboard'),
    {
      'POST /clients/search': (body) =>
        (body as { search?: string }).search === 'late' ? late.promise : found(1, [clientNo(1)]),
    },
    'manager',
  )
  await field.fill('hodan')
  await expect.poll(active).toHaveLength(1)
  await field.fill('late')
  await expect.element(status).toHaveTextContent('Searching…')
  expect(active()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeVisible()
  late.resolve(found(1, [clientNo(2)]))
  await expect.poll(() => router.state.location.pathname).toBe(screenPath('manager', 'clientDetails', 'c2'))
  await expect.element(dialog).not.toBeInTheDocument()
})

test('focus is not lost where the palette opens another part of the screen', async () => {
  const address = screenPath('manager', 'clientNotes', id)
  const { screen, field, press } = await openPalette(
    address,
    {
      [`GET /clients/${id}`]: () => Response.json(exampleClient),
      [`GET /clients/${id}/notes?limit=25`]: () => found(0),
      'POST /clients/search': () => found(0),
    },
    'manager',
  )
  await expect.element(screen.getByRole('group', { name: /^Hodan Warsame/ })).toBeVisible()
  await userEvent.keyboard('weekly')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByLabelText('New Weekly Note')).toHaveFocus()

  await press()
  await field.fill('client management')
  await userEvent.keyboard('{Enter}')
  const search = screen.getByLabelText('Search by name')
  await search.click()
  await press()
  await field.fill('without a note')
  await userEvent.keyboard('{Enter}')
  const filter = screen.getByLabelText('No note this week')
  await expect.element(filter).toBeChecked()
  await expect.element(search).toHaveFocus()
  await press()
  await field.fill('client management')
  await userEvent.keyboard('{Enter}')
  await expect.element(filter).not.toBeChecked()
})

test('a search in the palette that failed is sent again on request', async () => {
  let isAway = true
  const { dialog, field, status } = await openPalette(
    screenPath('manager', 'profile'),
    {
      'POST /clients/search': () => (isAway ? Promise.reject(new TypeError('Failed')) : found(1)),
    },
    'manager',
  )
  await field.fill('hodan')
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/^Clients could not be searched\. ?The server is not responding\./)
  isAway = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(status).toHaveTextContent('1 client.')
})

test.each([
  ['admin', 'super-admin', { export: ['Clients', 'Message List'], restore: ['Deleted records'] }],
  ['manager', 'manager', { export: [], restore: [], password: ['Profile'] }],
] as [Area, Role, Record<string, string[]>][])(
  'screens of the %s area are found by what is done there [T124]',
  async (area, role, expected) => {
    const { screen, router, dialog, field, texts } = await openPalette(
      screenPath(area, 'clientDetails', id),
      {
        [`GET /clients/${id}`]: () => Response.json(exampleClient),
        [`GET /clients/${id}/notes?limit=25`]: () => found(0),
        'POST /clients/search': () => found(0),
      },
      role,
    )
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Hodan Warsame' })).toBeVisible()
    for (const [search, labels] of Object.entries(expected)) {
      await field.fill(search)
      await expect.poll(texts).toEqual(labels.map((label) => expect.stringMatching(`^${label} `)))
    }
    await field.fill('weekly')
    const ofClient = dialog.getByRole('group', { name: 'Hodan Warsame, born Feb 29, 1988' })
    await expect.element(ofClient.getByRole('option')).toMatchTextContent(/^Weekly Client Notes ?$/)
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByLabelText('New Weekly Note')).toHaveFocus()
    expect(router.state.location).toMatchObject({
      pathname: screenPath(area, 'clientNotes', id),
      hash: '#new-note',
    })
  },
)
