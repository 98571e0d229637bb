import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { amina, exampleClient } from '#test/support/people.ts'
import { openPortal } from '#test/support/portal-screen.tsx'
import { ClientListScreen } from './clients/client-list-screen.tsx'
import { ContactMessagesScreen } from './contact-messages/contact-messages-screen.tsx'
import { DeletedRecordsScreen } from './deleted-records/deleted-records-screen.tsx'
import { UserManagementScreen } from './employees/user-management-screen.tsx'

type Screen = Awaited<ReturnType<typeof openPortal>>['screen']

interface Change {
  element: ReactNode
  /** The calls that read the list, and their answers before and after the change. */
  reads: string[]
  before: object
  after: object
  /** Begins the read that is answered only after the change; without it, that is the first one. */
  readAgain?: (screen: Screen) => Promise<unknown>
  write: string
  answer: object
  change: (screen: Screen) => Promise<unknown>
  isShown: (screen: Screen) => Promise<unknown>
}

const at = new Date().toISOString()
const page = (...items: object[]) => ({ items, total: items.length, nextCursor: null })
const message = { id: 'm1', name: 'Bao', email: 'bao@example.org', message: 'Hello.', receivedAt: at }
const employee = {
  ...amina,
  id: 'e2',
  _id: 'e2',
  hasPassword: false,
  hasTwoStep: false,
  hasOrganizationAccount: false,
  version: 1,
}
const mail = {
  ...{ id: 'm1', kind: 'set-up', recipient: amina.email, recipientName: null, state: 'waiting' },
  ...{ createdAt: at, attempts: 1, nextAttemptAt: at, problem: 'Away.' },
}

const changes: Record<string, Change> = {
  'a message marked as read': {
    element: <ContactMessagesScreen />,
    reads: ['POST /contact/search'],
    before: page({ ...message, readAt: null }),
    after: page({ ...message, readAt: at }),
    readAgain: (screen) => screen.getByRole('searchbox').fill('b'),
    write: 'PUT /contact/m1/read',
    answer: { ...message, readAt: at },
    change: (screen) => screen.getByRole('button', { name: 'Mark as read' }).click(),
    isShown: (screen) => expect.element(screen.getByRole('button', { name: 'Mark as unread' })).toBeVisible(),
  },
  'a new role': {
    element: <UserManagementScreen />,
    reads: ['POST /employees/search'],
    before: [employee],
    after: [{ ...employee, role: 'admin' }],
    readAgain: (screen) => screen.getByRole('searchbox').fill('a'),
    write: 'PATCH /employees/e2/role',
    answer: { ...employee, role: 'admin' },
    async change(screen) {
      await screen.getByLabelText(/^Role of/).click()
      await screen.getByRole('button', { name: 'Admin', exact: true }).click()
    },
    isShown: (screen) => expect.element(screen.getByLabelText(/^Role of/)).toHaveTextContent('Admin'),
  },
  'an email that could not be sent': {
    element: <UserManagementScreen />,
    reads: ['GET /outgoing-mail'],
    before: [],
    after: [mail],
    write: 'POST /employees/resend-setup-email',
    answer: { message: 'Sent.' },
    change: (screen) => screen.getByRole('button', { name: 'Resend Email' }).click(),
    isShown: (screen) => expect.element(screen.getByText('Setup email waiting')).toBeVisible(),
  },
  'a restored record': {
    element: <DeletedRecordsScreen />,
    reads: ['GET /deleted-records?limit=50', 'GET /deleted-records?kind=client&limit=50'],
    before: page({ id: 'd1', kind: 'client', name: 'Hodan', deletedAt: at, deletedBy: null }),
    after: page(),
    readAgain: (screen) => screen.getByLabelText('Kind').selectOptions('Clients'),
    write: 'POST /deleted-records/d1/restore',
    answer: {},
    change: (screen) => screen.getByRole('button', { name: 'Restore' }).click(),
    isShown: (screen) => expect.element(screen.getByText('No deleted records of this kind')).toBeVisible(),
  },
}

test.each(Object.entries(changes))(
  'a read that began before the change does not hide %s [T520]',
  async (_, scenario) => {
    const early = Promise.withResolvers<Response>()
    const held = scenario.readAgain ? 2 : 1
    let count = 0
    const read = () => {
      count += 1
      if (count === held) return early.promise
      return Response.json(count < held ? scenario.before : scenario.after)
    }
    const { screen } = await openPortal({
      screens: { '/admin/list': scenario.element },
      address: '/admin/list',
      role: 'super-admin',
      answers: {
        'GET /outgoing-mail': () => Response.json([]),
        'POST /employees/search': () => Response.json([employee]),
        ...Object.fromEntries(scenario.reads.map((call) => [call, read])),
        [scenario.write]: () => Response.json(scenario.answer),
      },
    })
    await expect.poll(() => count).toBe(1)
    await scenario.readAgain?.(screen)
    await expect.poll(() => count).toBe(held)
    await scenario.change(screen)
    await expect.poll(() => count, { timeout: 5000 }).toBe(held + 1)
    early.resolve(Response.json(scenario.before))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await scenario.isShown(screen)
  },
)

test('a list that was read before a change is read again when it is next shown', async () => {
  let read = 0
  const { screen, router } = await openPortal({
    screens: { '/admin/manage-users': <UserManagementScreen />, '/admin/clients': <ClientListScreen /> },
    address: '/admin/clients',
    role: 'super-admin',
    answers: {
      'GET /outgoing-mail': () => Response.json([]),
      'POST /employees/search': () => Response.json([employee]),
      'DELETE /employees/e2': () => new Response(null, { status: 204 }),
      'POST /clients/search': () => {
        read += 1
        const worker = { assignedTo: 'e2', assignedToName: 'Amina Yusuf' }
        return Response.json(page({ ...exampleClient, ...(read === 1 && worker) }))
      },
    },
  })
  await expect.element(screen.getByText('Amina Yusuf')).toBeVisible()
  await router.navigate('/admin/manage-users')
  await router.navigate('/admin/clients')
  await expect.element(screen.getByText('Amina Yusuf')).toBeVisible()
  expect(read, 'while nothing has changed').toBe(1)

  await router.navigate('/admin/manage-users')
  await screen.getByRole('button', { name: 'Delete' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByText('Employee deleted successfully.')).toBeVisible()
  await router.navigate('/admin/clients')
  await expect.poll(() => read).toBe(2)
  await expect.element(screen.getByText('Amina Yusuf')).not.toBeInTheDocument()
  await expect.element(screen.getByText('1 client', { exact: true })).toBeVisible()
})
