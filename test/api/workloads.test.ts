import { expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { followUpEndpoints } from '#contract/follow-ups/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const chief = await app.member('super-admin')
const nadia = await app.member('employee', 'nadia@example.org')
const omar = await app.member('employee', 'omar@example.org')
const { token } = chief

const newClient = async (values: object = {}) =>
  (await app.send(clientEndpoints.add, { body: { ...hodan, ...values }, token })).body.id as string
const addNote = async (id: string, body: object = {}, { token } = nadia) =>
  (await app.send(noteEndpoints.add, { params: { id }, body: { text: 'Called.', ...body } as never, token }))
    .body
const addFollowUp = async (id: string, on: string, assignedTo: string | null) =>
  (await app.send(followUpEndpoints.add, { params: { id }, body: { on, what: 'Call.', assignedTo }, token }))
    .body.id as string
const workloads = async () => (await app.send(employeeEndpoints.workloads, { token })).body

test('counts the work of each employee, and last the unassigned work [T654]', async () => {
  expect(await workloads()).toEqual([])
  // A Monday morning in Minnesota: an hour earlier it was Sunday.
  const monday = new Date('2026-06-15T05:30:00Z')
  const daysAgo = (days: number) => new Date(monday.getTime() - days * 24 * 60 * 60 * 1000)
  /** Sets the clock, also back, and has everyone signed in then. */
  const at = async (now: Date) => {
    app.context.now = now
    await app.db.updateTable('sessions').set({ active_at: now }).execute()
  }
  await at(daysAgo(31))
  const [seen, unseen, deleted] = [
    await newClient({ assignedTo: nadia.id }),
    await newClient({ assignedTo: nadia.id }),
    await newClient({ assignedTo: nadia.id }),
  ]
  await newClient({ assignedTo: nadia.id, status: 'pending' })
  await newClient()
  await addNote(seen)
  await at(new Date(monday.getTime() - 31 * 60 * 1000))
  await addNote(unseen)
  const signed = await addNote(unseen, { sign: true })
  await at(monday)
  await addNote(seen, { sign: true })
  // As the service log has it: by the day of the service.
  await addNote(seen, { serviceDate: '2026-05-15' })
  await addNote(deleted)
  await app.send(noteEndpoints.edit, {
    params: { id: unseen, noteId: signed.id },
    body: { text: 'Edited.' },
    token,
  })
  await addFollowUp(seen, '2026-06-14', nadia.id)
  await addFollowUp(seen, '2026-06-15', nadia.id)
  await addFollowUp(deleted, '2026-06-01', nadia.id)
  await addFollowUp(unseen, '2026-06-01', omar.id)
  const done = await addFollowUp(unseen, '2026-06-01', omar.id)
  await app.send(followUpEndpoints.edit, { params: { id: done }, body: { done: true }, token })
  await addFollowUp(unseen, '2026-06-01', null)
  await app.send(clientEndpoints.remove, { params: { id: deleted }, token })

  const none = { clients: 0, withoutNote: 0, overdueFollowUps: 0, unsignedNotes: 0 }
  const name = 'Super Admin'
  const [nadias, omars] = ['nadia@example.org', 'omar@example.org']
  expect(await workloads()).toEqual(
    [
      {
        id: nadia.id,
        name,
        email: nadias,
        clients: 3,
        withoutNote: 1,
        overdueFollowUps: 1,
        unsignedNotes: 2,
      },
      { ...none, id: omar.id, name, email: omars, overdueFollowUps: 1 },
    ]
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .concat([
        {
          ...none,
          id: null,
          name: null,
          email: null,
          clients: 1,
          withoutNote: 1,
          overdueFollowUps: 1,
        } as never,
      ]),
  )
  expect(await app.send(employeeEndpoints.workloads, { token: omar.token })).toMatchObject({ status: 403 })
})
