import { beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { addClient } from '#server/clients/store.ts'
import { hodan, signedIn } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'
import { writeNote } from '#test/support/write-note.ts'

const app = await createTestApp()
const email = 'manager@example.org'
const author = {
  employeeId: await app.employ('manager', email),
  email,
  role: 'manager',
  ...signedIn,
} as const
beforeEach(async () => {
  await app.db.deleteFrom('notes').execute()
  await app.ownerDb.deleteFrom('client_status_changes').execute()
  await app.db.deleteFrom('clients').execute()
})

/** Straight through the stores: signing in at each moment would take most of the time. */
async function add(instant: string, lastName: string, change: object = {}): Promise<string> {
  const input = { ...hodan, lastName, ...change }
  return (await addClient(app.db, input, author.employeeId, new Date(instant))).id
}

async function write(instant: string, clientId: string, note: object = {}): Promise<string> {
  return String(
    (
      await writeNote(
        app.db,
        { clientId, text: 'Called.', author, ...note },
        { at: new Date(instant), trail: testTrail },
      )
    )?.id,
  )
}

/** Moves the clock there, and signs in anew: sessions end meanwhile. */
async function at(instant: string): Promise<string> {
  app.context.now = new Date(instant)
  return await app.signIn(author.email)
}

/** A page of active clients without a note this week. */
async function pageAt(instant: string, filter: object = {}) {
  const token = await at(instant)
  const body = { withoutNoteThisWeek: true, limit: 50, ...filter }
  return (await app.send(clientEndpoints.search, { body, token })).body
}

const silent = async (instant: string, filter?: object) => (await pageAt(instant, filter)).items

const names = (clients: { lastName: string }[]) => clients.map(({ lastName }) => lastName)

test('lists active clients without a note since Monday, the longest without one first', async () => {
  const yearAgo = await add('2025-06-02T15:00:00Z', 'LongAgo')
  const lastWeek = await add('2025-06-02T15:00:00Z', 'LastWeek')
  const thisWeek = await add('2025-06-02T15:00:00Z', 'ThisWeek')
  await add('2026-05-01T15:00:00Z', 'NeverSinceMay')
  await add('2026-06-16T15:00:00Z', 'NewThisWeek')
  for (const status of ['inactive', 'pending', 'discharged', null]) {
    await add('2025-06-02T15:00:00Z', `Not active ${status}`, { status })
  }
  await write('2025-06-03T15:00:00Z', yearAgo)
  await write('2026-06-12T15:00:00Z', lastWeek)
  await write('2026-06-15T15:00:00Z', thisWeek)
  expect(names(await silent('2026-06-17T15:00:00Z'))).toEqual([
    'LongAgo',
    'NeverSinceMay',
    'LastWeek',
    'NewThisWeek',
  ])
})

test('the week begins with the first moment of Monday [T302]', async () => {
  await write('2026-06-15T04:59:59.999Z', await add('2025-06-02T15:00:00Z', 'Sunday'))
  await write('2026-06-15T05:00:00.000Z', await add('2025-06-02T15:00:00Z', 'Monday'))
  expect(names(await silent('2026-06-20T12:00:00Z'))).toEqual(['Sunday'])
})

test('a note counts for the week of its day of service, and a correction for none', async () => {
  const [late, early, corrected, attempted] = [
    await add('2025-06-02T15:00:00Z', 'Late'),
    await add('2025-06-02T15:00:00Z', 'Early'),
    await add('2025-06-02T15:00:00Z', 'Corrected'),
    await add('2025-06-02T15:00:00Z', 'Attempted'),
  ]
  await write('2026-06-17T15:00:00Z', late, { serviceDate: '2026-06-12' })
  await write('2026-06-17T15:00:00Z', early, { serviceDate: '2026-06-15' })
  const corrects = await write('2026-06-10T15:00:00Z', corrected)
  await write('2026-06-17T15:00:00Z', corrected, { corrects })
  await write('2026-06-16T15:00:00Z', attempted, { contact: 'attempt' })
  const listed = await silent('2026-06-17T16:00:00Z')
  expect(names(listed)).toEqual(['Corrected', 'Late'])
  expect(listed[0]).toMatchObject({
    lastNoteAt: '2026-06-17T15:00:00.000Z',
    lastNoteOn: '2026-06-10',
    lastNoteAttempted: false,
  })
  const token = await at('2026-06-17T16:00:00Z')
  const { body } = await app.send(clientEndpoints.get, { params: { id: attempted }, token })
  expect(body).toMatchObject({ lastNoteOn: '2026-06-16', lastNoteAttempted: true })
})

test('a note for the last client of a page does not skip others on the next page', async () => {
  const ids: string[] = []
  for (const day of ['05', '06', '07', '08']) ids.push(await add(`2026-01-${day}T15:00:00Z`, `Day${day}`))
  const { nextCursor } = await pageAt('2026-06-17T15:00:00Z', { limit: 2 })
  await write('2026-06-17T15:00:00Z', ids[1] ?? '')
  const next = await pageAt('2026-06-17T15:00:00Z', { limit: 2, cursor: nextCursor })
  expect(names(next.items)).toEqual(['Day07', 'Day08'])
  expect(next).toMatchObject({ total: 3, nextCursor: null })
})

test('combines with search and status; other statuses than active match nothing', async () => {
  await add('2026-01-05T15:00:00Z', 'García')
  await add('2026-01-06T15:00:00Z', 'Vang')
  const narrowed = (filter: object) => silent('2026-06-17T15:00:00Z', filter)
  expect(names(await narrowed({ search: 'garcia' }))).toEqual(['García'])
  expect(names(await narrowed({ status: 'active' }))).toEqual(['García', 'Vang'])
  expect(names(await narrowed({ sort: '-name' }))).toEqual(['Vang', 'García'])
  for (const status of ['pending', 'Unknown']) expect(await narrowed({ status }), status).toEqual([])
})

test('the next client without a note comes after the present one, and after the last the first [T190]', async () => {
  const added = [
    await add('2026-01-04T15:00:00Z', 'A'),
    await add('2026-01-06T15:00:00Z', 'B'),
    await add('2026-01-06T15:00:00Z', 'C'),
  ]
  const inactive = await add('2026-01-05T18:00:00Z', 'Inactive', { status: 'inactive' })
  const places: string[] = []
  const nextOf = async (id: string, after?: string) => {
    const token = await at('2026-06-17T15:00:00Z')
    const { status, body } = await app.send(clientEndpoints.nextWithoutNote, {
      params: { id },
      query: after ? { after } : {},
      token,
    })
    if (status === 200) places.push(`${body.place} of ${body.total}`)
    return status === 200 ? (body.next?.id ?? null) : status
  }
  const order = (await silent('2026-06-17T15:00:00Z')).map(({ id }: { id: string }) => id)
  expect(order.toSorted()).toEqual(added.toSorted())
  for (const [index, id] of order.entries()) expect(await nextOf(id)).toBe(order[(index + 1) % 3])
  expect(await nextOf(inactive)).toBe(order[1])
  expect(await nextOf(order[0], order[1]), 'after one who was skipped').toBe(order[2])
  expect(await nextOf(order[0], order[2])).toBe(order[1])
  expect(places.splice(0)).toEqual(['1 of 2', '2 of 2', '1 of 2', '2 of 3', '2 of 2', '1 of 2'])
  await write('2026-06-17T12:00:00Z', order[1])
  expect(await nextOf(order[0])).toBe(order[2])
  expect(await nextOf(order[1])).toBe(order[0])
  await write('2026-06-17T13:00:00Z', order[2])
  expect(await nextOf(order[0])).toBe(null)
  expect(await nextOf('nobody')).toBe(404)
  expect(places.splice(0)).toEqual(['1 of 1', '1 of 2', 'null of 0'])
  const details = { count: 1, records: [order[2]], filter: ['notes missing-this-week'] }
  expect(await app.audited({ action: 'listed' }, 'details')).toContainEqual({ details })
})
