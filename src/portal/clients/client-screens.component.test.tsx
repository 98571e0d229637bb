import { expect, onTestFinished, test, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { screenPath } from '#contract/paths.ts'
import { beginDraft, draftKeys, openDraft } from '#portal/drafts/drafts.ts'
import { exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { AddClientScreen } from './add-client-screen.tsx'
import { ClientDetailsScreen } from './client-details-screen.tsx'
import { ClientListScreen } from './client-list-screen.tsx'
import { EditClientScreen } from './edit-client-screen.tsx'
import { clientQueries } from './queries.ts'

const { id } = exampleClient
const [ofClient, details, edit] = [
  `GET /clients/${id}`,
  screenPath('manager', 'clientDetails', id),
  screenPath('manager', 'editClient', id),
]

const screens = {
  '/manager/client-details/:id': <ClientDetailsScreen people={() => null} work={() => null} />,
  '/manager/edit-client/:id': <EditClientScreen />,
  '/manager/add-client': <AddClientScreen />,
  '/manager/clients': <h1>Client Management</h1>,
}

const open = (address: string, answers: Answers) => openPortal({ screens, address, answers })

const client = (change: object = {}) => Response.json({ ...exampleClient, ...change })

test('the form of a client opens on the record as it is now, not as it was read before', async () => {
  const { queries, router, screen } = await open('/manager/clients', {
    [ofClient]: () => client({ lastName: 'Yusuf', version: 2 }),
  })
  queries.setQueryData(clientQueries.one(id).queryKey, exampleClient as never)
  await router.navigate(edit)
  await expect.element(screen.getByLabelText('Last Name')).toHaveValue('Yusuf')
})

test('while a status is saved, no second one can be chosen, and the message names the client', async () => {
  const saved = Promise.withResolvers<Response>()
  const { screen, requests } = await open(details, {
    [ofClient]: () => client(),
    [`GET /clients/${id}/status-history`]: () => Response.json([]),
    [`PUT /clients/${id}`]: () => saved.promise,
  })
  const menu = screen.getByRole('button', { name: 'Change status' })
  await menu.click()
  await screen.getByRole('button', { name: 'Pending' }).click()
  await expect.element(menu).toHaveAttribute('aria-disabled', 'true')
  await expect.element(menu).toHaveFocus()
  await userEvent.keyboard('{Enter}{ArrowDown}')
  await expect.element(menu).toHaveAttribute('aria-expanded', 'false')
  saved.resolve(client({ status: 'pending', version: 2 }))
  await expect.element(menu).not.toHaveAttribute('aria-disabled')
  const message = 'Client updated successfully! Hodan Warsame, born Feb 29, 1988, is now pending.'
  await expect.element(screen.getByRole('status').getByText(message)).toBeVisible()
  expect(requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1)
})

type Opened = Awaited<ReturnType<typeof open>>

/** The form of a new client, filled in. */
async function fillInForm(answers: Answers) {
  const opened = await open('/manager/add-client', answers)
  await fillIn(opened)
  return opened
}

async function fillIn({ screen }: Opened) {
  for (const [label, value] of Object.entries({
    'First Name': exampleClient.firstName,
    'Last Name': exampleClient.lastName,
    'Date of Birth': exampleClient.dateOfBirth,
    Phone: exampleClient.phone,
    Email: exampleClient.email,
    Address: exampleClient.address,
  }))
    await screen.getByLabelText(label).fill(value)
  await screen.getByLabelText('Status').selectOptions('Active')
  await screen.getByLabelText('Service').selectOptions(exampleClient.service)
}

test('the form of a new client asks for its fields, and keeps them when it can’t be sent [T49]', async () => {
  let isAway = true
  const opened = await open('/manager/add-client', {
    'POST /clients': () =>
      isAway
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Response.json(exampleClient, { status: 201 }),
  })
  const { screen } = opened
  const submit = screen.getByRole('button', { name: 'Add Client' })
  await expect.element(submit).toBeDisabled()
  const missing = () =>
    screen
      .getByText(/is required$/)
      .elements()
      .map(({ textContent }) => textContent)
  expect(missing()).toEqual([])
  const hint = 'Write "No fixed address" if there is none, or the Safe at Home address.'
  await expect.element(screen.getByText(hint)).toBeVisible()
  const choices = (label: string) =>
    screen
      .getByLabelText(label)
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent)
  expect(choices('Status')).toEqual(['Choose a status', 'Active', 'Inactive', 'Pending', 'Discharged'])
  const services = ['Consultant', 'Transition & Sustaining', 'Housing Transition', 'Housing Sustaining']
  expect(choices('Service')).toEqual(['Choose a service', ...services])
  screen.getByLabelText('First Name').element().focus()
  await userEvent.tab()
  await expect.poll(missing).toEqual(['First name is required'])

  await fillIn(opened)
  await submit.click()
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/^Failed to add client\. ?The server is not responding\./)
  await expect.element(screen.getByLabelText('Address')).toHaveValue(exampleClient.address)
  isAway = false
  await submit.click()
  await expect.element(screen.getByText('Client added successfully!')).toBeVisible()
})

test('Cancel does nothing while a client is being sent, and keeps the draft when it opens a new tab', async () => {
  const added = Promise.withResolvers<Response>()
  const { screen, router, queries } = await fillInForm({ 'POST /clients': () => added.promise })
  const cancel = screen.getByRole('link', { name: 'Cancel' })
  addEventListener('click', (event) => event.preventDefault(), { once: true })
  await cancel.click({ modifiers: ['Control'] })
  expect(draftKeys(queries)).toHaveLength(1)
  await screen.getByRole('button', { name: 'Add Client' }).click()
  await expect.element(cancel).toHaveAttribute('aria-disabled', 'true')
  await cancel.click({ force: true })
  expect(router.state.location.pathname).toBe('/manager/add-client')
  expect(draftKeys(queries)).toHaveLength(1)
  added.resolve(Response.json(exampleClient, { status: 201 }))
  await expect.element(screen.getByText('Client added successfully!')).toBeVisible()
})

test('Cancel discards what was typed and opens the list', async () => {
  const { screen, router } = await open('/manager/add-client', {})
  await screen.getByLabelText('First Name').fill('Given up')
  await screen.getByRole('link', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Client Management' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/manager/clients')
  await router.navigate('/manager/add-client')
  await expect.element(screen.getByLabelText('First Name')).toHaveValue('')
})

test.each([
  ['manager', 'manager'],
  ['admin', 'super-admin'],
] as const)(
  'two seconds after a save, the list of the %s area opens; the message stays for eight [T51]',
  async (area, role) => {
    const list = screenPath(area, 'clients')
    const address = screenPath(area, 'addClient')
    const answers = { 'POST /clients': () => Response.json(exampleClient, { status: 201 }) }
    const opened = await openArea({ role, address, answers })
    const { screen, router } = opened
    await fillIn(opened)
    // From here on, only the test advances the clock.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const submit = screen.getByRole('button', { name: 'Add Client' })
    await expect.element(submit).toBeEnabled()
    // The pointer would hold the message.
    await screen.getByRole('heading', { level: 1 }).hover()
    submit.element().focus()
    await userEvent.keyboard('{Enter}')
    const message = screen.getByText('Client added successfully!')
    // Frames go on while the clock stands; a busy machine needs several until the screen has changed.
    const pass = async (milliseconds: number, hasChanged = () => true) => {
      await vi.advanceTimersByTimeAsync(milliseconds)
      for (let frame = 0; frame < 300 && !hasChanged(); frame += 1) await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    }
    // Polling by Vitest would advance the clock.
    while (!message.query()) await pass(0)
    await pass(1_900)
    expect(router.state.location.pathname).toBe(address)
    await pass(200, () => router.state.location.pathname === list)
    expect(router.state.location.pathname).toBe(list)
    await pass(5_700)
    expect(message.query()).not.toBeNull()
    await pass(400, () => message.query() === null)
    expect(message.query()).toBeNull()
  },
)

test('the form announces that a client may already be on record, and asks before a second record [T665]', async () => {
  const added = vi.fn(() => Response.json(exampleClient, { status: 201 }))
  const { firstName, lastName, dateOfBirth, status } = exampleClient
  const similar = { id, firstName, lastName, dateOfBirth, status }
  const { screen, router } = await open('/manager/add-client', {
    'POST /clients/similar': () => Response.json([similar]),
    'POST /clients': added,
    [ofClient]: () => client(),
  })
  await screen.getByLabelText('First Name').fill('Hoden')
  await screen.getByLabelText('Last Name').fill(lastName)
  await screen.getByLabelText('Date of Birth').fill(dateOfBirth)
  const notice = screen.getByRole('status').filter({ hasText: 'This client may already be on record' })
  await expect.element(notice).toMatchTextContent(/Hodan Warsameborn February 29, 1988Active/)
  await notice.getByRole('link').click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Hodan Warsame' })).toBeVisible()
  await router.navigate(-1)
  await expect.element(screen.getByLabelText('First Name')).toHaveValue('Hoden')

  await fillIn({ screen } as Opened)
  const submit = screen.getByRole('button', { name: 'Add Client' })
  await submit.click()
  const question = screen.getByRole('alertdialog', { name: 'This person may already be on record' })
  await question.getByRole('button', { name: 'Use this record' }).click()
  await expect.poll(() => router.state.location.pathname).toBe(details)
  await router.navigate('/manager/add-client')
  await expect.element(screen.getByLabelText('First Name')).toHaveValue('')
  await fillIn({ screen } as Opened)
  await submit.click()
  expect(added).not.toHaveBeenCalled()
  await question.getByRole('button', { name: 'Add anyway' }).click()
  await expect.element(screen.getByText('Client added successfully!')).toBeVisible()
  expect(added).toHaveBeenCalledTimes(1)
})

test('a client with the same PMI is named as such, and the form asks before it adds another [T1209]', async () => {
  const asked: object[] = []
  const added = vi.fn(() => Response.json(exampleClient, { status: 201 }))
  const { lastName, dateOfBirth, status } = exampleClient
  const same = { id, firstName: 'Ann', lastName, dateOfBirth, status, samePmi: true }
  const { screen } = await fillInForm({
    'POST /clients/similar'(body) {
      asked.push(body as object)
      return Response.json((body as { pmi: string | null }).pmi ? [same] : [])
    },
    'POST /clients': added,
  })
  await screen.getByText('More about this person').click()
  const pmi = screen.getByLabelText('PMI')
  const submit = screen.getByRole('button', { name: 'Add Client' })
  await pmi.fill('123 4567')
  await userEvent.tab()
  await expect
    .element(screen.getByText('Enter exactly 8 digits. A spreadsheet may have dropped a leading zero'))
    .toBeVisible()
  await expect.element(submit).toBeDisabled()
  await pmi.fill('0123-4567')
  await screen.getByLabelText('County').selectOptions('Lac qui Parle')
  const notice = screen.getByRole('status').filter({ hasText: 'This client may already be on record' })
  await expect.element(notice).toMatchTextContent(/Ann Warsamesame PMIborn February 29, 1988Active/)
  expect(asked.at(-1)).toMatchObject({ pmi: '01234567' })
  await submit.click()
  const question = screen.getByRole('alertdialog', { name: 'This person may already be on record' })
  await expect.element(question).toMatchTextContent('A client with the same PMI exists:')
  await question.getByRole('button', { name: 'Add anyway' }).click()
  await expect.element(screen.getByText('Client added successfully!')).toBeVisible()
  expect(added).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ pmi: '01234567', county: 'lac-qui-parle' }),
  )
})

test('details show PMI and county only where they are known [T1210]', async () => {
  let facts = {}
  const { queries, screen } = await open(details, { [ofClient]: () => client(facts) })
  await expect.element(screen.getByText('Date of Birth')).toBeVisible()
  expect(screen.getByText('PMI', { exact: true }).elements()).toEqual([])
  facts = { pmi: '01234567', county: 'st-louis', version: 2 }
  await queries.invalidateQueries({ queryKey: clientQueries.one(id).queryKey })
  await expect.element(screen.getByText('01234567')).toBeVisible()
  await expect.element(screen.getByText('St. Louis')).toBeVisible()
})

test('a second click while similar clients are looked up neither skips the question nor sends twice', async () => {
  const found = Promise.withResolvers<Response>()
  const added = vi.fn(() => Response.json(exampleClient, { status: 201 }))
  const { firstName, lastName, dateOfBirth, status } = exampleClient
  const { screen } = await fillInForm({
    'POST /clients/similar': () => found.promise,
    'POST /clients': added,
  })
  const submit = screen.getByRole('button', { name: 'Add Client' })
  await submit.click()
  await submit.click({ force: true })
  await screen.getByLabelText('Address').click()
  await userEvent.keyboard('{Enter}')
  expect(added).not.toHaveBeenCalled()
  found.resolve(Response.json([{ id, firstName, lastName, dateOfBirth, status }]))
  const question = screen.getByRole('alertdialog', { name: 'This person may already be on record' })
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => question.elements()).toEqual([])
  await expect.element(screen.getByLabelText('Address')).not.toHaveAttribute('readonly')
  await submit.click()
  await question.getByRole('button', { name: 'Add anyway' }).click()
  await expect.element(screen.getByText('Client added successfully!')).toBeVisible()
  expect(added).toHaveBeenCalledTimes(1)
})

test('keeps both versions when two people edit a client [T162]', async () => {
  const newer = { ...exampleClient, phone: '6515550199', status: 'inactive', version: 2 }
  const sent: object[] = []
  const { screen } = await open(edit, {
    [ofClient]: () => client(),
    [`PUT /clients/${id}`]: (body) => {
      const conflict = { code: 'version-conflict', message: 'Changed.', current: newer }
      if (sent.push(body as object) === 1) return Response.json(conflict, { status: 409 })
      return Response.json({ ...(body as object), version: 3 })
    },
  })
  await screen.getByLabelText('Phone').fill('6515550100')
  await screen.getByLabelText('Address').fill('No fixed address')
  await screen.getByRole('button', { name: 'Update Client' }).click()
  const conflict = screen.getByRole('dialog', { name: 'Someone else changed this record' })
  await expect
    .element(conflict)
    .toHaveAccessibleDescription(/^Hodan Warsame Date of Birth: February 29, 1988 /)
  const texts = (role: 'term' | 'definition') =>
    conflict
      .getByRole(role)
      .elements()
      .map(({ textContent }) => textContent)
  expect(texts('term')).toEqual(['Phone', 'Address', 'Status'])
  expect(texts('definition')).toEqual([
    ...['Yours (651) 555-0100', 'Theirs (651) 555-0199'],
    ...['Yours No fixed address', `Theirs ${exampleClient.address}`],
    ...['Yours Not changed by you', 'Theirs Inactive'],
  ])
  await conflict.getByRole('button', { name: 'Keep my changes' }).click()
  await expect.element(screen.getByText('Client updated successfully!')).toBeVisible()
  const mine = { phone: '6515550100', address: 'No fixed address' }
  expect(sent).toMatchObject([
    { ...mine, status: 'active', version: 1 },
    { ...mine, status: 'inactive', version: 2 },
  ])
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'a birth date is the same day in %s [T188]',
  async (timezoneId) => {
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId })
    onTestFinished(async () => void (await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' })))
    // What the screens format was set up before: test/portal/screens.test.ts shows that in each zone.
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(timezoneId)
    const saved = vi.fn((body: unknown) => Response.json({ ...(body as object), version: 2 }))
    const { screen, router } = await open(details, {
      [ofClient]: () => client(),
      [`PUT /clients/${id}`]: saved,
    })
    await expect.element(screen.getByText('February 29, 1988', { exact: true })).toBeVisible()
    await router.navigate(edit)
    await expect.element(screen.getByLabelText('Date of Birth')).toHaveValue('1988-02-29')
    await screen.getByLabelText('First Name').fill('Hawa')
    await screen.getByRole('button', { name: 'Update Client' }).click()
    await expect.element(screen.getByText('Client updated successfully!')).toBeVisible()
    expect(saved.mock.lastCall).toMatchObject([{ firstName: 'Hawa', dateOfBirth: '1988-02-29' }])
  },
)

test('says that an unknown client could not be found', async () => {
  const { screen } = await open(details, {})
  await expect.element(screen.getByText('This client could not be found.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Back to clients' }).first()).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(0)
})

test('clients that can’t be loaded are tried again on request [T163]', async () => {
  let isAway = true
  const unlessAway = (answer: object) => () =>
    isAway ? Promise.reject(new TypeError('Failed')) : Response.json(answer)
  const list = { items: [exampleClient], total: 1, nextCursor: null }
  const { screen, router } = await openPortal({
    screens: { ...screens, '/manager/clients': <ClientListScreen /> },
    address: details,
    answers: { [ofClient]: unlessAway(exampleClient), 'POST /clients/search': unlessAway(list) },
  })
  const alert = screen.getByRole('alert').first()
  await expect
    .element(alert)
    .toMatchTextContent(/^Unable to load this client\. ?The server is not responding\./)
  isAway = false
  await screen.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(screen.getByText('February 29, 1988', { exact: true })).toBeVisible()

  isAway = true
  await router.navigate('/manager/clients')
  await expect.element(alert).toMatchTextContent(/^Unable to load clients\. ?The server is not responding\./)
  isAway = false
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('columnheader', { name: 'Name' })).toBeVisible()
})

test.each([
  ['manager', 'manager', 0],
  ['admin', 'super-admin', 1],
] as const)(
  'the details in the %s area link to the notes report for a %s: %i [T841]',
  async (area, role, count) => {
    const address = screenPath(area, 'clientDetails', id)
    const { screen } = await openPortal({
      screens: {
        [address.replace(id, ':id')]: <ClientDetailsScreen people={() => null} work={() => null} />,
      },
      address,
      role,
      answers: { [ofClient]: () => client() },
    })
    await expect.element(screen.getByText('February 29, 1988', { exact: true })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Notes report' }).elements()).toHaveLength(count)
  },
)

test('the message of a visitor becomes the draft of the first note, and a link leads to the new record', async () => {
  const opened = await open('/manager/clients', {
    'POST /clients': () => Response.json(exampleClient, { status: 201 }),
  })
  const { screen, queries, router } = opened
  await beginDraft(queries, 'new-client', { firstNote: 'My lease ends in May.' })
  await router.navigate('/manager/add-client')
  await fillIn(opened)
  await expect.element(screen.getByText('We’ll add this message as a draft of the first note')).toBeVisible()
  await screen.getByRole('button', { name: 'Add Client' }).click()
  const link = screen.getByRole('status').getByRole('link', { name: 'Review and add the first note' })
  await expect.element(link).toHaveAttribute('href', `/manager/client-notes/${id}#new-note`)
  expect(draftKeys(queries)).toEqual([`note:${id}`])
  const { state } = await openDraft(queries, `note:${id}`)
  expect(state.content?.values).toEqual({ text: 'My lease ends in May.' })
})

test('the message after adding a client links to the new record', async () => {
  const { screen } = await fillInForm({
    'POST /clients': () => Response.json(exampleClient, { status: 201 }),
  })
  await screen.getByRole('button', { name: 'Add Client' }).click()
  const link = screen.getByRole('status').getByRole('link', { name: 'Open the client' })
  await expect.element(link).toHaveAttribute('href', `/manager/client-details/${id}`)
})

test('details lead back to the list as it was left, its search included', async () => {
  const page = { items: [{ ...exampleClient }], total: 1, nextCursor: null }
  const found = vi.fn(() => Response.json(page))
  const { screen, router } = await openPortal({
    screens: { ...screens, '/manager/clients': <ClientListScreen /> },
    address: '/manager/clients?status=active',
    answers: { 'POST /clients/search': found, [ofClient]: () => client() },
  })
  await screen.getByRole('searchbox').fill('hodan')
  await screen.getByRole('link', { name: 'Hodan Warsame' }).click()
  await expect.element(screen.getByRole('link', { name: 'Back to dashboard' })).toBeVisible()
  await screen.getByRole('link', { name: 'Back to clients' }).click()
  await expect.element(screen.getByRole('searchbox')).toHaveValue('hodan')
  expect(router.state.location).toMatchObject({ pathname: '/manager/clients', search: '?status=active' })
})

test('Edit Info names the client whose record it opens', async () => {
  const page = { items: [{ ...exampleClient }], total: 1, nextCursor: null }
  const { screen } = await openPortal({
    screens: { '/manager/clients': <ClientListScreen /> },
    address: '/manager/clients',
    answers: { 'POST /clients/search': () => Response.json(page), [ofClient]: () => client() },
  })
  const link = screen.getByRole('link', { name: 'Hodan Warsame' })
  await expect.element(link).toHaveAccessibleDescription('Feb 29, 1988')
  const button = screen.getByRole('button', { name: 'Edit Info' })
  await expect.element(button).toHaveAccessibleDescription('Hodan Warsame Feb 29, 1988')
  await button.click()
  const about = screen.getByRole('dialog', { name: 'Edit Info' }).getByText(/^Hodan Warsame/)
  await expect.element(about.first()).toBeVisible()
  await expect.element(screen.getByRole('dialog')).toMatchTextContent(/Hodan Warsame.*February 29, 1988/)
})

test('a mail link holds the address encoded', async () => {
  const email = 'a?cc=x&b%41@example.org'
  const { screen } = await open(details, { [ofClient]: () => client({ email }) })
  const link = screen.getByRole('link', { name: email })
  await expect.element(link).toHaveAttribute('href', 'mailto:a%3Fcc%3Dx%26b%2541@example.org')
})

test('the workers of a client are listed with the name of who assigned them, and the address once [T1325]', async () => {
  const [by, byName] = ['m@example.org', 'Mai Vang']
  const { screen } = await open(details, {
    [ofClient]: () => client({ assignedTo: 'e1', assignedToName: 'Mia Berg' }),
    [`GET /clients/${id}/assignments`]: () =>
      Response.json([
        { employeeId: 'e1', name: 'Mia Berg', from: '2026-03-05T15:00:00Z', to: null, by, byName },
        { employeeId: null, name: '', from: '2026-01-05T15:00:00Z', to: '2026-03-05T15:00:00Z', by, byName },
      ]),
  })
  const workers = screen.getByRole('region', { name: 'Workers' })
  await expect
    .element(workers)
    .toMatchTextContent(/Mia Bergsince Mar 5, 2026, assigned by Mai Vang m@example\.org/)
  await expect
    .element(workers)
    .toMatchTextContent(/Former employeeJan 5, 2026 to Mar 5, 2026, assigned by Mai Vang$/)
})

test('the form says that follow-ups move with a client who gets another worker [T1328]', async () => {
  const { screen } = await open(edit, {
    [ofClient]: () => client({ assignedTo: 'e1', assignedToName: 'Mia Berg' }),
    'GET /workers': () =>
      Response.json(['Mia Berg', 'Omar Ali'].map((name, at) => ({ id: `e${at + 1}`, name, email: '' }))),
  })
  const worker = screen.getByLabelText('Worker')
  const moves = 'Open follow-ups that Mia Berg has about this client move as well.'
  await expect.element(worker).toHaveValue('e1')
  await expect.element(screen.getByText(moves)).not.toBeInTheDocument()
  await worker.selectOptions('Omar Ali')
  await expect.element(worker).toHaveAccessibleDescription(moves)
})
