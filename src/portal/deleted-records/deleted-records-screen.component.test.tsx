import { expect, test } from 'vitest'
import { screenPath } from '#contract/paths.ts'
import { openPortal } from '#test/support/portal-screen.tsx'
import { DeletedRecordsScreen } from './deleted-records-screen.tsx'

const address = screenPath('admin', 'deletedRecords')

test('a record that can’t be restored says why', async () => {
  const record = {
    ...{ dateOfBirth: null, email: null, writtenAt: null, clientIsDeleted: false, mergedInto: null },
    ...{ deletedAt: '2026-03-05T15:00:00Z', deletedBy: 'ruth@example.org', deletedByName: 'Ruth Okafor' },
  }
  const client = { ...record, id: 'c1', kind: 'client', name: 'Hodan Warsame', dateOfBirth: '1988-02-29' }
  const note = { ...client, id: 'n1', kind: 'note', clientIsDeleted: true, writtenAt: record.deletedAt }
  const employee = { ...record, id: 'e2', kind: 'employee', name: 'Amina Yusuf', email: 'amina@example.org' }
  const page = (...items: object[]) => Response.json({ items, total: items.length, nextCursor: null })
  const message = 'Another employee has this email address now.'
  const { screen, router } = await openPortal({
    screens: { [address]: <DeletedRecordsScreen /> },
    address,
    role: 'super-admin',
    answers: {
      'GET /deleted-records?limit=50': () => page(client, note, employee),
      'GET /deleted-records?kind=note&limit=50': () => page(note),
      'GET /deleted-records?kind=employee&limit=50': () => page(employee),
      'POST /deleted-records/e2/restore': () =>
        Response.json({ code: 'email-taken', message }, { status: 409 }),
    },
  })
  const rows = screen.getByRole('rowheader')
  await expect.poll(() => rows.elements()).toHaveLength(3)
  await screen.getByLabelText('Kind').selectOptions('Notes')
  await expect.poll(() => rows.elements()).toHaveLength(1)
  expect(router.state.location.search).toBe('?kind=note')
  await expect.element(screen.getByText('Restore the client first')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Restore' }).elements()).toEqual([])
  await screen.getByLabelText('Kind').selectOptions('Employees')
  await expect.element(rows).toMatchTextContent('amina@example.org')
  await screen.getByRole('button', { name: 'Restore' }).click()
  await expect.element(screen.getByText(`Amina Yusuf could not be restored. ${message}`)).toBeVisible()
  await expect.element(rows).toBeVisible()
})
