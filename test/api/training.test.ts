import { expect, test } from 'vitest'
import { noteWindowDays } from '#contract/notes/rules.ts'
import { deckKeys } from '#contract/training/decks.ts'
import { trainingEndpoints } from '#contract/training/endpoints.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const superAdmin = await app.tokenOf('super-admin')
const employee = await app.tokenOf('employee')

test('the two trainings hold one and six decks, and responsibilities with the time limits for changing notes [T15]', async () => {
  const answer = await app.send(trainingEndpoints.employee, { token: employee })
  expect(answer.body.decks).toEqual([
    { deck: 'first-week', title: 'Your first week', url: '/training/first-week', doneAt: null },
  ])
  expect(answer.body.responsibilities.map(({ title }: { title: string }) => title)).toEqual([
    'Client management',
    'Notes',
    'Privacy',
    'Reports',
    'Communication',
    'Task management',
    'Training',
    'Feedback',
    'Compliance',
    'Team collaboration',
  ])
  expect(answer.body.responsibilities[2].text).toContain('Keep client data confidential.')
  expect(answer.body.responsibilities[3].text).toMatch(
    /generate, print and export .*weekly case updates, PDF downloads, housing progress summaries/,
  )
  const admin = await app.send(trainingEndpoints.admin, { token: superAdmin })
  expect(admin.body.decks).toHaveLength(6)
  expect(admin.body.responsibilities.map(({ title }: { title: string }) => title)).toEqual([
    'User management',
    'Client notes oversight',
    'Data privacy',
    'Report generation',
  ])
  expect(admin.body.responsibilities[1].text).toContain(`for ${noteWindowDays.manager} days`)
  expect(admin.body.responsibilities[1].text).toContain(`for ${noteWindowDays.admin} days`)
})

test('a deck marked as done twice keeps the first time; a super-admin sees who did which', async () => {
  const first = app.context.now
  const params = { deck: 'first-week' } as const
  for (let minutes = 0; minutes < 2; minutes += 1) {
    app.context.now = new Date(first.getTime() + minutes * 60_000)
    const marked = await app.send(trainingEndpoints.markDone, { params, token: employee })
    expect(marked).toMatchObject({ status: 200, body: { doneAt: first.toISOString() } })
  }
  const { body } = await app.send(trainingEndpoints.records, { token: superAdmin })
  const ofRole = (name: string) => body.find(({ role }: { role: string }) => role === name)
  expect(body).toHaveLength(2)
  expect(ofRole('super-admin')).toMatchObject({ done: [] })
  expect(ofRole('super-admin').open.map(({ deck }: { deck: string }) => deck)).toEqual(deckKeys)
  expect(ofRole('employee')).toMatchObject({
    name: 'Super Admin',
    email: 'employee@example.org',
    done: [{ deck: 'first-week', title: 'Your first week', doneAt: first.toISOString() }],
    // Employees do not take the administrative training.
    open: [],
  })
  expect((await app.send(trainingEndpoints.unmarkDone, { params, token: employee })).status).toBe(204)
  expect((await app.send(trainingEndpoints.unmarkDone, { params, token: employee })).status).toBe(204)
  expect((await app.send(trainingEndpoints.employee, { token: employee })).body.decks[0].doneAt).toBeNull()
  expect(await app.audited({ record_kind: 'training deck' }, 'action', 'record_id')).toEqual([
    { action: 'marked as done', record_id: 'first-week' },
    { action: 'marked as not done', record_id: 'first-week' },
  ])
})

test('reading the training records leaves an audit row with the count [T452]', async () => {
  const { body } = await app.send(trainingEndpoints.records, { token: superAdmin })
  const rows = await app.audited({ record_kind: 'training record' }, 'action', 'actor_role', 'details')
  const details = { count: body.length }
  expect(rows.at(-1)).toEqual({ action: 'listed', actor_role: 'super-admin', details })
})

test('an employee cannot mark a deck of the admin training, and no one can mark an unknown deck', async () => {
  const params = { deck: 'admin-oversight' } as const
  expect((await app.send(trainingEndpoints.markDone, { params, token: employee })).status).toBe(403)
  expect((await app.send(trainingEndpoints.markDone, { params, token: superAdmin })).status).toBe(200)
  const unknown = { params: { deck: 'first-aid' as never }, token: superAdmin }
  expect((await app.send(trainingEndpoints.markDone, unknown)).status).toBe(400)
})
