import '#ui/foundation.css'
import '#portal/portal.css'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#contract/access/roles.ts'
import { screenPath } from '#contract/paths.ts'
import { exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'
import type { Answers } from '#test/support/portal-screen.tsx'

/* Choosing clients in the list and assigning them together, and taking one. */

// The portal's styles are about its page.
beforeAll(() => document.body.classList.add('portal'))

const path = screenPath('manager', 'clients')
const mia = { id: 'e1', name: 'Mia Berg', email: 'm@example.org' }
const omar = { id: 'e2', name: 'Omar Ali', email: 'o@example.org' }

const assigned = (to: typeof mia | null) => ({ assignedTo: to?.id ?? null, assignedToName: to?.name ?? null })
const clientNo = (number: number, to: typeof mia | null = null) => ({
  ...exampleClient,
  ...assigned(to),
  version: Number(exampleClient.version),
  id: `c${number}`,
  lastName: `Lindqvist ${number}`,
})
type ListedClient = ReturnType<typeof clientNo>

const found = (items: object[], more: object = {}) =>
  Response.json({ items, total: items.length, nextCursor: null, ...more })
const conflict = (...clients: string[]) =>
  Response.json(
    { code: 'version-conflict', message: 'Some of these clients have been changed or deleted.', clients },
    { status: 409 },
  )
const done = (clients: number, ...followUpIds: string[]) =>
  Response.json({ clients, unchanged: 0, followUps: followUpIds.length, followUpIds })

interface OpenedList {
  clients?: ListedClient[]
  search?: (body: Record<string, unknown>) => Response
  /** One for each call. */
  assign?: (() => Response | Promise<Response>)[]
  role?: Role
  answers?: Answers
}

async function openList({ clients = [], search, assign = [], role = 'manager', answers }: OpenedList) {
  const sent: Record<string, unknown>[] = []
  const opened = await openArea({
    role,
    address: path,
    answers: {
      'POST /clients/search': (body) => search?.(body as Record<string, unknown>) ?? found(clients),
      'GET /workers': () => Response.json([mia, omar]),
      'POST /clients/assign': (body) => {
        sent.push(body as Record<string, unknown>)
        return assign[sent.length - 1]?.() ?? Response.error()
      },
      ...answers,
    },
  })
  const { screen } = opened
  const dialog = screen.getByRole('dialog')
  return {
    ...opened,
    sent,
    dialog,
    worker: dialog.getByLabelText('New worker'),
    submit: dialog.getByRole('button', { name: 'Assign', exact: true }),
    box: (number: number) =>
      screen.getByRole('checkbox', { name: `Choose Hodan Lindqvist ${number}`, exact: true }),
    button: (name: string | RegExp) => screen.getByRole('button', { name, exact: true }),
  }
}

const versions = (from: number, to: number, version = 1) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: `c${from + index}`, version }))
const clientsTo = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => clientNo(from + index))

test('clients stay chosen on other pages, under filters, in a search and on the way back [T1080]', async () => {
  let searched: unknown
  const { screen, router, box, button, dialog, sent } = await openList({
    search: ({ search, cursor, status }) => {
      searched = search
      if (search || status) return found([clientNo(99)])
      return cursor
        ? found(clientsTo(6, 8), { total: 58 })
        : found(clientsTo(1, 5), { total: 58, nextCursor: 'to-2' })
    },
    assign: [() => done(6)],
  })
  await box(2).click()
  await box(4).click({ modifiers: ['Shift'] })
  await box(3).click()
  await screen.getByRole('button', { name: 'Next' }).click()
  // Only what is on this page: nobody is chosen unseen.
  await button('Choose these 3').click()
  await expect.element(button('Assign 5 …')).toBeVisible()
  await screen.getByLabelText('Status', { exact: true }).selectOptions('Active')
  await box(99).click()
  await expect.element(button('Assign 6 …')).toBeVisible()
  await screen.getByLabelText('Search by name').fill('nobody')
  await expect.poll(() => searched).toBe('nobody')
  await expect.element(button('Assign 6 …')).toBeVisible()
  // As a word: keys of the history are random letters and digits.
  expect(JSON.stringify([router.state.location, localStorage, sessionStorage])).not.toMatch(/\bc(6|99)\b/)
  await router.navigate(-1)
  await expect.element(box(6)).toBeChecked()
  await router.navigate(-1)
  await expect.element(box(2)).toBeChecked()
  await expect.element(box(3)).not.toBeChecked()
  await router.navigate(screenPath('manager', 'addClient'))
  await expect.element(screen.getByRole('heading', { name: 'Add New Client' })).toBeVisible()
  await router.navigate(-1)
  await button('Assign 6 …').click()
  await dialog.getByLabelText('New worker').selectOptions('Omar Ali')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect.element(screen.getByText('6 clients assigned to Omar Ali.')).toBeVisible()
  expect(sent).toEqual([
    {
      clients: [...versions(2, 2), ...versions(4, 4), ...versions(6, 8), ...versions(99, 99)],
      to: 'e2',
      followUps: false,
    },
  ])
  await expect.element(box(2)).not.toBeChecked()
  await expect.element(button('Choose these 5')).toHaveFocus()
})

test('at most 200 clients are chosen, and the boxes say so', async () => {
  const { screen, box, button } = await openList({
    search: ({ cursor }) => {
      const first = Number(cursor ?? 1)
      const nextCursor = first < 151 ? `${first + 50}` : null
      return found(clientsTo(first, nextCursor ? first + 49 : 220), { total: 220, nextCursor })
    },
  })
  for (const first of [1, 51, 101]) {
    await expect.element(box(first)).toBeVisible()
    await button('Choose these 50').click()
    await button('Next').click()
  }
  await button('Choose these 70').click()
  await expect.element(button('Assign 200 …')).toBeVisible()
  await expect.element(box(201)).toHaveAccessibleDescription(/200 clients are the most at a time/)
  await box(201).click({ force: true })
  await expect.element(box(201)).not.toBeChecked()
  await button('Clear').click()
  await expect.element(button('Choose these 70')).toHaveFocus()
  await expect.element(screen.getByText(/^200 clients/)).not.toBeInTheDocument()
})

test('the dialog says whose the clients are today, and undo gives each back to their former worker [T1081]', async () => {
  const former = [mia, mia, omar, null, mia, null]
  const { screen, box, button, dialog, worker, submit, sent } = await openList({
    clients: former.map((to, index) => clientNo(index + 1, to)),
    assign: [() => done(5, 'f1', 'f2', 'f3'), () => done(3), () => done(2)],
  })
  await button('Choose these 6').click()
  await button('Assign 6 …').click()
  await expect.element(worker).toHaveFocus()
  await expect.element(submit).toBeDisabled()
  await expect.element(dialog).toMatchTextContent(/4 of them belong to others today: Mia Berg 3, Omar Ali 1/)
  await worker.selectOptions('Omar Ali')
  await expect.element(dialog).toMatchTextContent(/3 of them belong to others today: Mia Berg 3/)
  const listed = dialog.getByRole('list', { name: 'Who is assigned' })
  expect(listed.getByRole('listitem').elements()).toHaveLength(6)
  await expect.element(listed).toMatchTextContent(/Hodan Lindqvist 3 born Feb 29, 1988 · Omar Ali/)
  const followUps = dialog.getByLabelText('Move their open follow-ups as well')
  await expect.element(followUps).not.toBeChecked()
  await followUps.click()
  await submit.click()
  await expect.element(screen.getByText('5 clients assigned to Omar Ali. 3 follow-ups moved.')).toBeVisible()
  await button('Undo').click()
  await expect.element(screen.getByText('Undone: 5 clients are assigned as before.')).toBeVisible()
  const of = (...numbers: number[]) => numbers.map((number) => ({ id: `c${number}`, version: 2 }))
  expect(sent.slice(1)).toEqual([
    { clients: of(1, 2, 5), to: 'e1', followUpIds: ['f1', 'f2', 'f3'] },
    { clients: of(4, 6), to: null, followUpIds: ['f1', 'f2', 'f3'] },
  ])
  await expect.element(box(1)).not.toBeChecked()
})

test('an undo that fails for some says so, and undoes the others', async () => {
  const { screen, button, worker, submit, sent } = await openList({
    clients: [clientNo(1, mia), clientNo(2, null), clientNo(3, null)],
    assign: [() => done(3), () => conflict('c1'), () => done(2)],
  })
  await button('Choose these 3').click()
  await button('Assign 3 …').click()
  await worker.selectOptions('Omar Ali')
  await submit.click()
  await button('Undo').click()
  await expect
    .element(
      screen.getByText(/^1 client is not assigned as before\. Some of these clients have been changed/),
    )
    .toBeVisible()
  expect(sent).toHaveLength(3)
})

async function openConflict(answers: Answers = {}) {
  const opened = await openList({
    clients: [clientNo(1), clientNo(2), clientNo(3)],
    assign: [() => conflict('c2', 'c3'), () => done(2)],
    answers,
  })
  const { button, worker, submit, dialog } = opened
  await button('Choose these 3').click()
  await button('Assign 3 …').click()
  await worker.selectOptions('Omar Ali')
  await dialog.getByLabelText('Move their open follow-ups as well').click()
  await submit.click()
  const alert = dialog.getByRole('alert')
  await expect
    .element(alert)
    .toMatchTextContent(/^Nobody was assigned: 2 clients have been changed or deleted meanwhile\./)
  await expect.element(alert).toMatchTextContent(/Lindqvist 2.*Lindqvist 3/)
  await expect.element(alert).not.toMatchTextContent(/Lindqvist 1/)
  return { ...opened, alert }
}

test('clients whom others have changed or deleted are named, and read again [T1082]', async () => {
  let isAway = true
  const { screen, sent, dialog, alert, submit, worker, button } = await openConflict({
    'GET /clients/c2': () =>
      isAway
        ? Response.json({ code: 'busy', message: 'The server is busy.' }, { status: 429 })
        : Response.json({ ...clientNo(2, mia), version: 4 }),
  })
  await button('Read them again').click()
  await expect.element(alert).toMatchTextContent(/They could not be read\. The server is busy\./)
  isAway = false
  await button('Read them again').click()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(dialog).toMatchTextContent(/1 of them belongs to others today: Mia Berg 1/)
  await expect.element(dialog).toMatchTextContent(/^Assign 2 clients/)
  await expect.element(worker).toHaveValue('e2')
  await submit.click()
  await expect.element(screen.getByText('2 clients assigned to Omar Ali.')).toBeVisible()
  expect(sent[1]).toEqual({
    clients: [
      { id: 'c1', version: 1 },
      { id: 'c2', version: 4 },
    ],
    to: 'e2',
    followUps: true,
  })
})

test('clients whom others have changed can be unchecked, and the rest assigned', async () => {
  const { sent, box, button, submit, screen, dialog } = await openConflict()
  await button('Uncheck them').click()
  await expect.element(dialog).toMatchTextContent(/^Assign 1 client/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(box(1)).toBeChecked()
  await expect.element(box(2)).not.toBeChecked()
  await button('Assign 1 …').click()
  await dialog.getByLabelText('New worker').selectOptions('Leave unassigned')
  await submit.click()
  await expect.element(screen.getByText('2 clients are now unassigned.')).toBeVisible()
  expect(sent[1]).toMatchObject({ clients: versions(1, 1), to: null, followUps: false })
})

test('a slow or failing server leaves the dialog as it was filled in [T1083]', async () => {
  const late = Promise.withResolvers<Response>()
  const { screen, sent, button, worker, submit, dialog } = await openList({
    clients: [clientNo(1)],
    assign: [
      () => late.promise,
      () =>
        Response.json(
          { code: 'invalid-input', message: 'Wrong.', fields: { to: 'Unknown employee.' } },
          { status: 400 },
        ),
      () => done(1),
    ],
  })
  await button('Choose this one').click()
  await button('Assign 1 …').click()
  await worker.selectOptions('Omar Ali')
  await submit.click()
  await expect.element(submit).toHaveAttribute('aria-busy')
  await submit.click({ force: true })
  await userEvent.keyboard('{Escape}')
  late.reject(new TypeError('Failed to fetch'))
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/^The clients could not be assigned\. The server is not responding\./)
  await expect.element(worker).toHaveValue('e2')
  await submit.click()
  await expect.element(worker).toHaveAccessibleDescription(/Unknown employee\./)
  await submit.click()
  await expect.element(screen.getByText('1 client assigned to Omar Ali.')).toBeVisible()
  expect(sent).toHaveLength(3)
})

test('a version that the list has read since is sent', async () => {
  const { sent, button, worker, submit, box, screen } = await openList({
    clients: [clientNo(1)],
    assign: [() => done(1)],
    answers: {
      'GET /clients/c1': () => Response.json(clientNo(1)),
      'PUT /clients/c1': () => Response.json({ ...clientNo(1, mia), version: 2 }),
    },
  })
  await box(1).click()
  await button('Take').click()
  await expect.element(screen.getByRole('cell', { name: 'Mia Berg' })).toBeVisible()
  await button('Assign 1 …').click()
  await worker.selectOptions('Omar Ali')
  await submit.click()
  await expect.poll(() => sent[0]?.clients).toEqual(versions(1, 1, 2))
})

test('an employee has no boxes, and takes an unassigned client in the list and on details [T1084]', async () => {
  let stored = clientNo(1)
  const edits: object[] = []
  const { screen, button, box, router } = await openList({
    role: 'employee',
    search: ({ assignedTo }) => found(assignedTo === 'nobody' && stored.assignedTo ? [] : [stored]),
    answers: {
      'GET /clients/c1': () => Response.json(stored),
      'PUT /clients/c1': (body) => {
        edits.push(body as object)
        const { assignedTo } = body as { assignedTo: string | null }
        stored = { ...stored, ...assigned(assignedTo ? mia : null), version: stored.version + 1 }
        return Response.json(stored)
      },
    },
  })
  await screen.getByLabelText('Worker', { exact: true }).selectOptions('Unassigned')
  await expect.poll(() => router.state.location.search).toBe('?worker=nobody')
  await expect.element(button('Take')).toHaveAccessibleDescription(/Hodan Lindqvist 1 ?Feb 29, 1988/)
  await expect.element(box(1)).not.toBeInTheDocument()
  await expect.element(button(/^Choose/)).not.toBeInTheDocument()
  await button('Take').click()
  await expect
    .element(screen.getByText('Hodan Lindqvist 1, born Feb 29, 1988, is now assigned to you.'))
    .toBeVisible()
  // The row stays until the list is read again.
  await expect.element(screen.getByRole('cell', { name: 'Mia Berg' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Hodan Lindqvist 1' })).toHaveFocus()
  expect(edits).toEqual([{ ...clientNo(1), assignedTo: 'e1' }])
  await button('Undo').click()
  await expect.element(screen.getByText(/is unassigned again\.$/)).toBeVisible()
  expect(edits[1]).toMatchObject({ assignedTo: null, version: 2 })

  await screen.getByRole('link', { name: 'Hodan Lindqvist 1' }).click()
  await button('Take').click()
  await expect.element(screen.getByText(/is now assigned to you\.$/)).toBeVisible()
  await expect.element(screen.getByText(/^Born .*Worker: Mia Berg$/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Edit', exact: true })).toHaveFocus()
})

test('nobody takes a client over whom another person has taken meanwhile', async () => {
  const edits: unknown[] = []
  const { screen, button } = await openList({
    clients: [clientNo(1)],
    answers: {
      'GET /clients/c1': () => Response.json({ ...clientNo(1, omar), version: 2 }),
      'PUT /clients/c1': (body) => {
        edits.push(body)
        return Response.json(body)
      },
    },
  })
  await button('Take').click()
  await expect
    .element(
      screen.getByText(
        /^The worker of Hodan Lindqvist 1 could not be changed\. Omar Ali is the worker now\./,
      ),
    )
    .toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'Omar Ali' })).toBeVisible()
  expect(edits).toEqual([])
})

test.each([
  [320, 800],
  [320, 256],
  [1000, 800],
])(
  'at %i × %i px the list is not wider than the page, and the bar covers no box [T1085]',
  async (width, height) => {
    await page.viewport(width, height)
    onTestFinished(() => page.viewport(1280, 800))
    const { box, button } = await openList({ clients: clientsTo(1, 50) })
    await button('Choose these 50').click()
    await expect.element(button('Assign 50 …')).toBeVisible()
    const { scrollWidth, clientWidth } = document.documentElement
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    for (const number of [40, 12, 1]) {
      const element = box(number).element() as HTMLElement
      element.focus()
      const { left, top, height: high } = element.getBoundingClientRect()
      expect(document.elementFromPoint(left + 4, top + high / 2), `box ${number}`).toBe(element)
    }
  },
)
