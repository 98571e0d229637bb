import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { daysAfter } from '#contract/calendar-date.ts'
import { today } from '#portal/screen/dates.ts'
import { exampleClient } from '#test/support/people.ts'
import { openPortal } from '#test/support/portal-screen.tsx'
import { GoalsOfClient } from './goals-of-client.tsx'

const { id } = exampleClient
const plan = {
  ...{ _id: 'g1', id: 'g1', clientId: id, text: 'Find an apartment', agreedOn: '2026-03-05' },
  ...{ targetOn: daysAfter(today(), 10), state: 'open', stateOn: null, outcome: null, version: 1 },
  ...{ notes: 3, lastServedOn: '2026-04-01', createdAt: '2026-03-05T15:00:00Z', editedAt: null },
}

/** The goals of the client on a server that wants an end for what is not open. */
async function openGoals(stored: object[]) {
  let goals = stored
  const sent: object[] = []
  const { screen } = await openPortal({
    screens: { '/manager/client-details/:id': <GoalsOfClient clientId={id} /> },
    address: `/manager/client-details/${id}`,
    answers: {
      [`GET /clients/${id}/goals`]: () => Response.json(goals),
      [`POST /clients/${id}/goals`](body) {
        sent.push(body as object)
        goals = [{ ...plan, ...(body as object), notes: 0, lastServedOn: null }]
        return Response.json(goals[0], { status: 201 })
      },
      'PUT /goals/g1'(body) {
        const edit = body as { state: string; stateOn: string | null }
        sent.push(edit)
        if (edit.state !== 'open' && !edit.stateOn) {
          const fields = { stateOn: 'Choose the date it ended' }
          return Response.json({ code: 'invalid-input', message: 'No.', fields }, { status: 400 })
        }
        goals = [{ ...plan, ...edit, ...(edit.state === 'open' && { stateOn: null }), version: 2 }]
        return Response.json(goals[0])
      },
    },
  })
  return { screen, sent, item: screen.getByRole('listitem') }
}

test('a goal is added by keyboard, open and without an end [T1234]', async () => {
  const { screen, sent, item } = await openGoals([])
  await expect.element(screen.getByText('No goals have been entered.')).toBeVisible()
  await screen.getByRole('button', { name: 'Add goal' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add goal' })
  for (const label of ['Status', 'Ended on', 'Outcome'])
    expect(dialog.getByLabelText(label).elements()).toEqual([])
  await userEvent.keyboard('Find an apartment')
  await dialog.getByLabelText('Agreed on').fill('2026-03-05')
  await userEvent.keyboard('{Enter}')
  await expect.element(item).toMatchTextContent('Find an apartment')
  await expect.element(item).toMatchTextContent('Agreed Mar 5, 2026 · No notes yet')
  expect(sent).toMatchObject([{ text: 'Find an apartment', agreedOn: '2026-03-05', state: 'open' }])
})

test('a goal says when it is due and which notes addressed it, is reached and reopened [T1235]', async () => {
  const { screen, sent, item } = await openGoals([plan])
  await expect.element(item).toMatchTextContent('Due in 10 days')
  await expect.element(item).toMatchTextContent('Agreed Mar 5, 2026 · 3 notes, the latest on Apr 1, 2026')
  await item.getByRole('button', { name: 'Edit' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit goal' })
  expect(dialog.getByLabelText('Ended on').elements()).toEqual([])
  await dialog.getByLabelText('Status').selectOptions('Reached')
  await dialog.getByLabelText('Outcome').fill('Moved to Cedar Avenue')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Choose the date it ended')).toBeVisible()
  await expect.element(dialog.getByLabelText('Ended on')).toHaveFocus()
  await dialog.getByLabelText('Ended on').fill('2026-05-05')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(item).toMatchTextContent('Reached May 5, 2026')
  await expect.element(item).toMatchTextContent('Moved to Cedar Avenue')
  await item.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabelText('Status').selectOptions('Open')
  await expect.element(dialog.getByLabelText('Ended on')).toHaveValue('2026-05-05')
  await expect.element(dialog.getByText('An open goal has no end date. Saving clears it.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(item).not.toMatchTextContent('Reached')
  expect(sent.map((edit) => (edit as { state: string }).state)).toEqual(['reached', 'reached', 'open'])
})
