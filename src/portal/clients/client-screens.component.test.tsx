import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { screenPath } from '#contract/paths.ts'
import { writeClientDraft } from '#portal/contact-messages/add-as-client.tsx'
import { draftKeys, readDraft } from '#portal/drafts/drafts.ts'
import { exampleClient } from '#test/support/people.ts'
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
  '/manager/client-details/:id': <ClientDetailsScreen work={() => null} />,
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

/** The form of a new client, filled in. */
async function fillInForm(answers: Answers) {
  const opened = await open('/manager/add-client', answers)
  const { screen } = opened
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
  return opened
}

test('Cancel does nothing while a client is being sent, and keeps the draft when it opens a new tab', async () => {
  const added = Promise.withResolvers<Response>()
  const { screen, router } = await fillInForm({ 'POST /clients': () => added.promise })
  const cancel = screen.getByRole('link', { name: 'Cancel' })
  addEventListener('click', (event) => event.preventDefault(), { once: true })
  await cancel.click({ modifiers: ['Control'] })
  expect(draftKeys()).toHaveLength(1)
  await screen.getByRole('button', { name: 'Add Client' }).click()
  await expect.element(cancel).toHaveAttribute('aria-disabled', 'true')
  await cancel.click({ force: true })
  expect(router.state.location.pathname).toBe('/manager/add-client')
  expect(draftKeys()).toHaveLength(1)
  added.resolve(Response.json(exampleClient, { status: 201 }))
  await expect.element(screen.getByText('Client added successfully!')).toBeVisible()
})

test('the message of a visitor becomes the draft of the first note, and a link leads to the new record', async () => {
  writeClientDraft({
    name: 'Hodan Warsame',
    email: 'hodan@example.org',
    message: 'My lease ends in May.',
  })
  const { screen } = await fillInForm({
    'POST /clients': () => Response.json(exampleClient, { status: 201 }),
  })
  await expect.element(screen.getByText('The message becomes the text of the first note')).toBeVisible()
  await screen.getByRole('button', { name: 'Add Client' }).click()
  const link = screen.getByRole('status').getByRole('link', { name: 'Review and add the first note' })
  await expect.element(link).toHaveAttribute('href', `/manager/client-notes/${id}#new-note`)
  expect(draftKeys()).toEqual([`note:${id}`])
  expect(readDraft(`note:${id}`)?.values).toEqual({ text: 'My lease ends in May.' })
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
