import '#ui/foundation.css'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { clientQueries } from '#portal/clients/queries.ts'
import { today } from '#portal/screen/dates.ts'
import { failed, pageOf } from '#test/support/note-screens.tsx'
import { exampleClient } from '#test/support/people.ts'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { FollowUpsOfClient } from './follow-ups-of-client.tsx'

const { id } = exampleClient
const followUp = {
  ...{ id: 'f1', clientId: id, noteId: null, on: '2026-03-05', what: 'Call the landlord.', version: 1 },
  ...{ assignedTo: 'e1', assignedToName: 'Mia Berg', createdAt: '', createdBy: null },
  ...{ doneAt: null, doneBy: null, doneByName: null, client: exampleClient },
}

/** The client's follow-ups on a server with these open ones. */
async function openFollowUps(open: object[], edit: (body: unknown) => Response, answers: Answers = {}) {
  const server = { open, edit }
  const sent: unknown[] = []
  const { screen, queries, router } = await openPortal({
    screens: { '/manager/client-details/:id': <FollowUpsOfClient clientId={id} /> },
    address: `/manager/client-details/${id}`,
    answers: {
      'GET /workers': () => Response.json([{ id: 'e1', name: 'Mia Berg', email: 'm@example.org' }]),
      'POST /follow-ups/search': () => pageOf(server.open),
      'PUT /follow-ups/f1'(body) {
        sent.push(body)
        return server.edit(body)
      },
      ...answers,
    },
  })
  // As the screen around it has read it.
  queries.setQueryData(clientQueries.one(id).queryKey, exampleClient as never)
  return { screen, server, sent, router }
}

test('keeps both versions when two people edit a follow-up', async () => {
  const newer = { ...followUp, on: '2026-03-09', version: 2 }
  const conflict = failed('version-conflict', 409, { current: newer })
  const { screen, server, sent } = await openFollowUps([followUp], conflict)
  await expect.element(screen.getByText('Overdue since Mar 5, 2026')).toBeVisible()
  await screen.getByRole('button', { name: 'Edit' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit follow-up' })
  await dialog.getByLabelText('What to do').fill('Call the landlord about the lease.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const question = screen.getByRole('dialog', { name: 'Someone else changed this record' })
  await expect.element(question).toMatchTextContent('Hodan Warsame')
  server.edit = (body) => Response.json({ ...newer, ...(body as object), version: 3 })
  server.open = [{ ...newer, what: 'Call the landlord about the lease.' }]
  await question.getByRole('button', { name: 'Keep my changes' }).click()
  await expect.element(screen.getByText('Saved.', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('listitem')).toMatchTextContent('Overdue since Mar 9, 2026')
  const mine = { what: 'Call the landlord about the lease.', assignedTo: 'e1' }
  expect(sent).toEqual([
    { ...mine, on: '2026-03-05', version: 1 },
    { ...mine, on: '2026-03-09', version: 2 },
  ])
})

test('a follow-up says when it is due', async () => {
  const { screen } = await openFollowUps(
    [
      { ...followUp, on: today() },
      { ...followUp, id: 'f2', on: '2999-03-05' },
    ],
    failed('busy', 400),
  )
  await expect.element(screen.getByText('Due today')).toBeVisible()
  await expect.element(screen.getByText(/^Due Mar 5, 2999/)).toBeVisible()
})

test('a follow-up is added by keyboard, completed and undone [T661]', async () => {
  let items: (typeof followUp)[] = []
  const added: unknown[] = []
  const isOpen = (body: unknown) => (body as { open: boolean }).open
  const { screen, sent } = await openFollowUps(
    [],
    (body) => {
      const { done } = body as { done: boolean }
      const doneAt = done ? new Date().toISOString() : null
      items = items.map((item) => ({ ...item, doneAt, doneByName: done ? 'Mia Berg' : null }) as never)
      return Response.json(items[0])
    },
    {
      'POST /follow-ups/search': (body) =>
        pageOf(items.filter(({ doneAt }) => isOpen(body) === (doneAt === null))),
      [`POST /clients/${id}/follow-ups`](body) {
        items = [{ ...followUp, ...(body as object) }]
        added.push(body)
        return Response.json(items[0], { status: 201 })
      },
    },
  )
  const row = screen.getByRole('listitem')
  await expect.element(screen.getByText('Nothing is due.')).toBeVisible()
  ;(screen.getByRole('button', { name: 'Add follow-up' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const dialog = screen.getByRole('dialog', { name: 'Add follow-up' })
  await expect.element(dialog.getByLabelText('What to do')).toHaveFocus()
  await userEvent.keyboard('Call the landlord.')
  await dialog.getByLabelText('Due on').fill('2026-03-05')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Follow-up added.')).toBeVisible()
  await expect.element(row).toMatchTextContent('Overdue since Mar 5, 2026 · Mia Berg')
  expect(added).toEqual([{ what: 'Call the landlord.', on: '2026-03-05', assignedTo: 'e1' }])

  await row.getByRole('button', { name: 'Done' }).click()
  await expect.element(screen.getByText('Nothing is due.')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Write the note' }))
    .toHaveAttribute('href', `/manager/client-notes/${id}?outcome-of=f1#new-note`)
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(row).toMatchTextContent('Call the landlord.')
  await row.getByRole('button', { name: 'Done' }).click()
  await screen.getByText('Completed follow-ups').click()
  await expect.element(row).toMatchTextContent(/Done .* by Mia Berg/)
  await row.getByRole('button', { name: 'Reopen' }).click()
  await expect.element(row).toMatchTextContent('Overdue since Mar 5, 2026')
  expect(sent).toEqual([true, false, true, false].map((done) => ({ done })))
})

test('an edit that was begun is continued by a link although its follow-up is done', async () => {
  const done = { ...followUp, doneAt: '2026-03-05T15:00:00Z', doneByName: 'Mia Berg' }
  const open = { items: [followUp] }
  const { screen, router } = await openFollowUps(
    [],
    () => {
      open.items = []
      return Response.json(done)
    },
    { 'POST /follow-ups/search': (body) => pageOf((body as { open: boolean }).open ? open.items : [done]) },
  )
  await screen.getByRole('button', { name: 'Edit' }).click()
  const what = screen.getByRole('dialog', { name: 'Edit follow-up' }).getByLabelText('What to do')
  await what.fill('Call the landlord about the lease.')
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Done' }).click()
  await expect.element(screen.getByText('Nothing is due.')).toBeVisible()
  await router.navigate(`?draft=edit-follow-up:${id}:f1`)
  await expect.element(what).toHaveValue('Call the landlord about the lease.')
})

test('after Done the next follow-up has focus, and Tab leads to its note [T1323]', async () => {
  const next = { ...followUp, id: 'f2', _id: 'f2', what: 'Ask about the deposit.' }
  const { screen, server } = await openFollowUps([followUp, next], () => {
    server.open = [next]
    return Response.json({ ...followUp, doneAt: new Date().toISOString() })
  })
  const done = screen.getByRole('button', { name: 'Done' })
  await expect.element(done.nth(1)).toBeVisible()
  ;(done.first().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => done.elements()).toHaveLength(1)
  await expect.element(done).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('link', { name: 'Write the note' })).toHaveFocus()
})

test('an undo that fails is told, although the row has gone', async () => {
  const { screen, server } = await openFollowUps([followUp], () => {
    server.open = []
    server.edit = failed('busy', 400)
    return Response.json({ ...followUp, doneAt: new Date().toISOString() })
  })
  await screen.getByRole('button', { name: 'Done' }).click()
  await expect.element(screen.getByText('Nothing is due.')).toBeVisible()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('The follow-up was not changed. Too much to do.')).toBeVisible()
})
