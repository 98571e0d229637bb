import { expect, test } from 'vitest'
import type { Role } from '#contract/access/roles.ts'
import { daysAfter } from '#contract/calendar-date.ts'
import { shortCalendarDate, today } from '#portal/screen/dates.ts'
import { exampleClient } from '#test/support/people.ts'
import { openPortal } from '#test/support/portal-screen.tsx'
import { PapersOfClient } from './papers-of-client.tsx'

const { id } = exampleClient
const inDays = (days: number) => daysAfter(today(), days)
const release = {
  ...{ _id: 'p1', id: 'p1', clientId: id, kind: 'release', to: 'Hennepin County', purpose: null },
  ...{ where: null, signedOn: '2025-03-05', expiresOn: null as string | null, revokedOn: null, version: 1 },
}

/** The papers of the client on a server that refuses dates as its rule does. */
async function openPapers(expiresOn: string | null, role: Role) {
  let paper = { ...release, expiresOn }
  const sent: object[] = []
  const { screen } = await openPortal({
    screens: { '/manager/client-details/:id': <PapersOfClient clientId={id} /> },
    address: `/manager/client-details/${id}`,
    role,
    answers: {
      [`GET /clients/${id}/papers`]: () => Response.json([paper]),
      'PUT /papers/p1'(body) {
        const edit = body as typeof release
        const fields = { expiresOn: 'It can’t expire before it was signed' }
        if ((edit.expiresOn ?? '9') < edit.signedOn)
          return Response.json({ code: 'invalid-input', message: 'No.', fields }, { status: 400 })
        sent.push(edit)
        paper = { ...paper, ...edit, version: 2 }
        return Response.json(paper)
      },
    },
  })
  await screen.getByRole('button', { name: 'Edit' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit signed document' })
  const save = dialog.getByRole('button', { name: 'Save' })
  return { screen, dialog, save, sent, item: screen.getByRole('listitem') }
}

test('an employee edits a paper, but can’t revoke it', async () => {
  const { dialog, save, item, sent } = await openPapers(inDays(20), 'employee')
  await expect.element(item).toMatchTextContent('Release of information, to Hennepin County Expires')
  expect(dialog.getByLabelText('Revoked on').elements()).toEqual([])
  await dialog.getByLabelText('Expires on').fill('2025-03-04')
  await save.click()
  const error = dialog.getByText('It can’t expire before it was signed')
  await expect.element(error.first()).toBeVisible()
  await expect.element(save).toBeDisabled()
  // The day of signing was wrong, too.
  await dialog.getByLabelText('Signed on').fill('2025-03-04')
  await expect.element(save).toBeEnabled()
  await dialog.getByLabelText('Signed on').fill('2025-03-05')
  await dialog.getByLabelText('Expires on').fill('2025-09-05')
  await dialog.getByLabelText('Where it is kept').fill('Folder H')
  await save.click()
  await expect.element(item).toMatchTextContent('Expired Sep 5, 2025')
  await expect.element(item).toMatchTextContent('Signed Mar 5, 2025 · Folder H')
  expect(sent).toMatchObject([{ expiresOn: '2025-09-05', where: 'Folder H', version: 1 }])
})

test.for([
  [0, 'Expires today'],
  [1, 'Expires tomorrow'],
  [10, 'Expires in 10 days'],
  [30, 'Expires in 30 days'],
  [-3, 'Expired 3 days ago'],
] as const)('a paper with %i days left %s, and names the day [T1141]', async ([days, words]) => {
  const { item } = await openPapers(inDays(days), 'employee')
  await expect.element(item.getByText(words, { exact: true })).toBeInTheDocument()
  await expect.element(item).toMatchTextContent(shortCalendarDate(inDays(days)))
})

test('a paper with more than 30 days left names the day only', async () => {
  const { item } = await openPapers(inDays(31), 'employee')
  await expect.element(item).toMatchTextContent(`Expires ${shortCalendarDate(inDays(31))}`)
})

test('an admin revokes a paper, and takes that back', async () => {
  const { screen, dialog, save, item, sent } = await openPapers(null, 'admin')
  await dialog.getByLabelText('Revoked on').fill('2025-06-05')
  await save.click()
  await expect.element(item).toMatchTextContent('Revoked Jun 5, 2025')
  await expect.element(screen.getByText('Saved.', { exact: true })).toBeVisible()
  await item.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabelText('Revoked on').fill('')
  await save.click()
  await expect.poll(() => sent).toMatchObject([{ revokedOn: '2025-06-05' }, { revokedOn: null }])
  await expect.element(item).not.toMatchTextContent('Revoked')
})

test('an employee can’t edit a revoked paper', async () => {
  const { screen } = await openPortal({
    screens: { '/manager/client-details/:id': <PapersOfClient clientId={id} /> },
    address: `/manager/client-details/${id}`,
    role: 'employee',
    answers: {
      [`GET /clients/${id}/papers`]: () => Response.json([{ ...release, revokedOn: '2025-06-05' }]),
    },
  })
  await expect.element(screen.getByRole('listitem')).toMatchTextContent('Revoked Jun 5, 2025')
  expect(screen.getByRole('button', { name: 'Edit' }).elements()).toEqual([])
})
