import { expect, test } from 'vitest'
import { exampleClient } from '#test/support/people.ts'
import { openPortal } from '#test/support/portal-screen.tsx'
import { MergeScreen } from './merge-screen.tsx'
import { MergedRecords } from './merged-records.tsx'

const client = { ...exampleClient, id: 'c1', _id: 'c1', version: 4, alert: 'Call after 4 pm.' }
const other = {
  ...{ ...exampleClient, id: 'c2', _id: 'c2', version: 7, phone: '6515550177', pmi: '01234567' },
  ...{ assignedTo: 'e2', assignedToName: 'Omar Ali' },
}

async function openMerge(reply: (body: unknown) => Response, address = '/admin/merge-client/c1?other=c2') {
  return await openPortal({
    screens: {
      '/admin/merge-client/:id': <MergeScreen />,
      '/admin/client-details/:id': <h1>Details</h1>,
    },
    address,
    role: 'super-admin',
    answers: {
      'GET /clients/c1': () => Response.json(client),
      'GET /clients/c2': () => Response.json(other),
      'GET /clients/c1/record-counts': () => Response.json({ notes: 1 }),
      'GET /clients/c2/record-counts': () => Response.json({ notes: 24, goals: 2, files: 1 }),
      'POST /clients/similar': () =>
        Response.json([client, other].map((one) => ({ ...one, samePmi: false }))),
      'POST /clients/search': () => Response.json({ items: [client, other], total: 2, nextCursor: null }),
      'POST /clients/c1/merges': reply,
    },
  })
}

test('both records are shown side by side, and a value is chosen beforehand only if the other record has none [T1499]', async () => {
  const sent: unknown[] = []
  const { screen, router } = await openMerge((body) => {
    sent.push(body)
    return Response.json({ ...client, version: 5 })
  })
  const group = (name: string) => screen.getByRole('radiogroup', { name, exact: true })
  await expect.element(screen.getByText('These will move: 24 notes, 2 goals, and 1 file.')).toBeVisible()
  expect(screen.getByRole('radiogroup').elements()).toHaveLength(4)
  await expect.element(group('PMI').getByRole('radio', { name: /01234567/ })).toBeChecked()
  await expect.element(group('Before making contact').getByRole('radio').first()).toBeChecked()
  await expect.element(group('Worker').getByRole('radio', { name: /Omar Ali/ })).toBeChecked()
  expect(group('Phone').getByRole('radio', { checked: true }).elements()).toEqual([])

  const merge = screen.getByRole('button', { name: 'Merge records' })
  await merge.click()
  await expect.element(group('Phone')).toMatchTextContent('Choose one')
  await expect.element(group('Phone').getByRole('radio').first()).toHaveFocus()
  expect(sent).toEqual([])
  await group('Phone').getByText('(651) 555-0177').click()
  await merge.click()
  await expect.element(screen.getByRole('heading', { name: 'Details' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/admin/client-details/c1')
  expect(sent).toEqual([
    {
      ...{ other: 'c2', version: 4, otherVersion: 7 },
      values: { phone: 'other', pmi: 'other', alert: 'this', assignedTo: 'other' },
    },
  ])
})

test('what keeps two records from being merged is said, and what was chosen stays [T1500]', async () => {
  const message = 'Amina Yusuf has unsaved text about the record that would be merged.'
  const { screen } = await openMerge(() => Response.json({ code: 'has-drafts', message }, { status: 409 }))
  const phone = screen.getByText('(651) 555-0177')
  await phone.click()
  await screen.getByRole('button', { name: 'Merge records' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(message)
  await expect.element(screen.getByRole('radio', { name: /555-0177/ })).toBeChecked()
})

test('the other record is chosen among similar ones, or found by its name [T1501]', async () => {
  const { screen, router } = await openMerge(() => Response.json(client), '/admin/merge-client/c1')
  const similar = screen.getByRole('list', { name: 'Similar records' })
  await expect.element(similar).toMatchTextContent('Hodan Warsame')
  expect(similar.getByRole('listitem').elements()).toHaveLength(1)
  await screen.getByLabelText('Search all clients').fill('Warsame')
  await screen.getByRole('list', { name: 'Clients found' }).getByRole('link', { name: 'Compare' }).click()
  await expect.element(screen.getByRole('button', { name: 'Merge records' })).toBeVisible()
  expect(router.state.location.search).toBe('?other=c2')
  await screen.getByRole('link', { name: 'Keep the other record instead' }).click()
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/admin/merge-client/c2?other=c1',
  )
})

test('of the merges of a client the latest can be undone, unless its record is gone [T1502]', async () => {
  const merge = {
    ...{ id: 'm1', other: 'c0', otherName: 'Deka Warsame', otherDateOfBirth: '1988-02-29' },
    ...{ at: '2026-03-05T15:00:00.000Z', by: 'a@example.org', byName: 'Ada Admin' },
    ...{ moved: { notes: 2 }, undoneAt: null as string | null },
  }
  let merges = [
    { ...merge, id: 'm3', other: 'c2', otherName: 'Hodi Warsame' },
    merge,
    { ...merge, id: 'm0', other: 'c3', otherName: null, otherDateOfBirth: null },
  ]
  const { screen } = await openPortal({
    screens: { '/': <MergedRecords client={client} /> },
    address: '/',
    role: 'super-admin',
    answers: {
      'GET /clients/c1/merges': () => Response.json(merges),
      'DELETE /clients/c1/merges/m3': () => {
        merges = merges.map((one) => (one.id === 'm3' ? { ...one, undoneAt: merge.at } : one))
        return Response.json({ client, other, fieldsReturned: false, moved: 2 })
      },
    },
  })
  const records = screen.getByRole('listitem')
  await expect.element(records.first()).toMatchTextContent('Hodi Warsame')
  expect(screen.getByRole('button', { name: 'Undo this merge' }).elements()).toHaveLength(1)
  await expect.element(records.nth(2)).toMatchTextContent('can’t be undone')
  await records.first().getByRole('button').click()
  const question = screen.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent('what they were before the merge, unless')
  await question.getByRole('button', { name: 'Undo merge' }).click()
  await expect.element(screen.getByText(/stay as they are, because they were edited/)).toBeVisible()
  await expect.element(records.first()).toMatchTextContent('Undone')
  await expect.element(records.nth(1).getByRole('button', { name: 'Undo this merge' })).toBeVisible()
})
