import '#ui/foundation.css'
import { expect, test, vi } from 'vitest'
import { screenPath } from '#contract/paths.ts'
import { beginDraft, openDraft } from '#portal/drafts/drafts.ts'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { ContactMessagesScreen } from './contact-messages-screen.tsx'

const address = screenPath('admin', 'contactMessages')

/** Messages of one minute each, the newest first. */
const messages = (count: number, change: object = {}) =>
  Array.from({ length: count }, (_, number) => ({
    ...{ id: `m${number}`, _id: `m${number}`, email: 'sender@example.org', message: 'Please call me.' },
    ...{ name: `Sender ${count - number}`, receivedAt: '2026-03-05T15:00:00Z', readAt: null, ...change },
  }))

const page = (items: object[], total = items.length, nextCursor: string | null = null) =>
  Response.json({ items, total, nextCursor })

type Search = { search?: string; from?: string; before?: string; cursor?: string; limit?: number }

function open(found: (search: Search) => Response, answers: Answers = {}) {
  return openPortal({
    screens: {
      [address]: <ContactMessagesScreen />,
      [screenPath('admin', 'addClient')]: <h1>Add New Client</h1>,
    },
    address,
    role: 'super-admin',
    answers: { 'POST /contact/search': (body) => found(body as Search), ...answers },
  })
}

test('messages are paged', async () => {
  const { screen } = await open(({ cursor }) =>
    cursor === 'next' ? page(messages(1), 51) : page(messages(50), 51, 'next'),
  )
  const names = screen.getByRole('rowheader')
  await expect.element(names.first()).toMatchTextContent('Sender 50')
  expect(names.elements()).toHaveLength(50)
  await screen.getByRole('button', { name: 'Next' }).click()
  await expect.element(screen.getByText('51–51 of 51')).toBeVisible()
  await expect.element(names).toMatchTextContent('Sender 1')
})

test('messages are shown in columns, found by name and days, and long ones unfold [T955]', async () => {
  const searches: Search[] = []
  const { screen, router } = await open((search) => {
    searches.push(search)
    return search.before && search.from && search.before <= search.from
      ? page([])
      : page(messages(2, { message: 'A line\n'.repeat(40) }))
  })
  const headers = screen.getByRole('columnheader')
  await expect.element(headers.first()).toBeVisible()
  expect(headers.elements().map(({ textContent }) => textContent)).toEqual([
    ...['Name', 'Email', 'Message', 'Received', 'Actions'],
  ])
  const tops = screen
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^(Mark as read|Add as client|Delete)$/ })
    .elements()
    .map((button) => button.getBoundingClientRect().top)
  expect(tops).toHaveLength(3)
  expect(new Set(tops).size, 'actions on one line').toBe(1)
  await screen.getByRole('button', { name: 'Show all' }).first().click()
  await expect.element(screen.getByRole('button', { name: 'Show less' })).toHaveFocus()
  const search = screen.getByRole('searchbox')
  await search.fill('jose')
  await expect.poll(() => searches.at(-1)).toMatchObject({ search: 'jose' })
  await expect.element(screen.getByText('2 messages found')).toBeVisible()
  // A name would stay in the history of the browser.
  expect(router.state.location.search).toBe('')
  await screen.getByLabelText('From', { exact: true }).fill('2025-03-09')
  await screen.getByLabelText('To', { exact: true }).fill('2025-03-09')
  await expect.poll(() => router.state.location.search).toBe('?from=2025-03-09&to=2025-03-09')
  await screen.getByLabelText('To', { exact: true }).fill('2025-03-08')
  await expect.element(screen.getByText('The end date is before the start date.')).toBeVisible()
  await expect.element(screen.getByText('No messages found.')).toBeVisible()
  await screen.getByRole('button', { name: 'Clear Filters' }).last().click()
  await expect.element(search).toHaveFocus()
  await expect.element(search).toHaveValue('')
  await expect.element(screen.getByText('2 messages', { exact: true })).toBeVisible()
})

test('a message is deleted after a question, and a failure is told [T956]', async () => {
  const late = Promise.withResolvers<Response>()
  let isAway = true
  let left = messages(1)
  const { screen } = await open(() => page(left), {
    'DELETE /contact/m0': async () =>
      isAway ? Promise.reject(new TypeError('Failed to fetch')) : (await late.promise).clone(),
  })
  await screen.getByRole('button', { name: 'Delete' }).click()
  const dialog = screen.getByRole('alertdialog')
  await expect.element(dialog).toMatchTextContent('Are you sure you want to delete this message?')
  await expect.element(dialog).toMatchTextContent('Sender 1')
  const confirm = dialog.getByRole('button', { name: 'Delete' })
  await confirm.click()
  const alert = dialog.getByRole('alert')
  await expect.element(alert).toMatchTextContent('Failed to delete message. Please try again.')
  await expect.element(alert).toMatchTextContent('The server is not responding.')
  isAway = false
  await confirm.dblClick()
  left = []
  late.resolve(new Response(null, { status: 204 }))
  await expect.element(screen.getByText('Message deleted.')).toBeVisible()
  await expect.element(screen.getByText('0 messages')).toHaveFocus()
})

test('Add as client begins a draft of its own, and leaves that of another client', async () => {
  const [message] = messages(1)
  const requests: unknown[] = []
  const { screen, router, queries } = await open(() => page([{ ...message }]), {
    'PUT /contact/m0/read': (body) => {
      requests.push(body)
      return Response.json({ ...message, readAt: message?.receivedAt })
    },
  })
  const begun = await beginDraft(queries, 'new-client', { firstName: 'Begun' })
  const button = screen.getByRole('button', { name: 'Add as client' })
  await expect.element(button).toBeVisible()
  for (let click = 0; click < 2; click++) (button.element() as HTMLElement).click()
  await expect.element(screen.getByRole('heading', { name: 'Add New Client' })).toBeVisible()
  expect(router.state.location.search).toBe('?draft=new-client~2')
  const { state } = await openDraft(queries, 'new-client', 'new-client~2')
  expect(state.content?.values).toMatchObject({ firstName: 'Sender', lastName: '1' })
  expect(begun.state.content?.values).toEqual({ firstName: 'Begun' })
  expect(requests).toEqual([{ read: true }])
})

test('a message is marked as read, and as unread again', async () => {
  const [message] = messages(1)
  const requests: unknown[] = []
  let readAt: string | null = null
  const { screen } = await open(() => page([{ ...message, readAt }]), {
    'PUT /contact/m0/read': (body) => {
      requests.push(body)
      readAt = readAt ? null : '2026-03-05T16:00:00Z'
      return Response.json({ ...message, readAt })
    },
  })
  const mark = screen.getByText('Unread', { exact: true })
  await expect.element(mark).toBeVisible()
  await screen.getByRole('button', { name: 'Mark as read' }).click()
  await expect.element(mark).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Mark as unread' }).click()
  await expect.element(mark).toBeVisible()
  expect(requests).toEqual([{ read: true }, { read: false }])
})

test('a download reads page after page, and is recorded with all of them [T1050]', async () => {
  const recorded: unknown[] = []
  const { screen, requests } = await open(
    ({ cursor, limit }) => {
      if (limit === 200 && !cursor) return page(messages(200), 201, 'next')
      return page(messages(1), 201)
    },
    {
      'POST /contact/exports'(body) {
        recorded.push(body)
        return new Response(null, { status: 204 })
      },
    },
  )
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await screen.getByRole('button', { name: 'Download CSV' }).click()
  await expect.element(screen.getByText('The CSV file is in your downloads.')).toBeVisible()
  saved.mockRestore()
  expect(recorded).toEqual([{ kind: 'csv', count: 201 }])
  expect(requests.filter((request) => request === 'POST /contact/search')).toHaveLength(3)
})
