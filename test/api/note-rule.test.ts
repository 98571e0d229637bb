import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/access/roles.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { addNote } from '#server/notes/store.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/* The note rule, as the server enforces it: each role, at each age of a note. */

const ages = [0, 29.99, 30, 89.99, 90, 4000]
const allowed: Record<Role, boolean[]> = {
  'super-admin': [true, true, true, true, true, true],
  admin: [true, true, true, true, false, false],
  manager: [true, true, false, false, false, false],
  employee: [false, false, false, false, false, false],
}
const roles = Object.keys(allowed) as Role[]

let house: TestApp
let clientId: string
let author: { employeeId: string; email: string; role: Role }
const tokens = {} as Record<Role, string>

beforeAll(async () => {
  house = await createTestApp()
  for (const role of roles) tokens[role] = await house.tokenOf(role)
  const { id } = await house.db
    .selectFrom('employees')
    .select('id')
    .where('role', '=', 'employee')
    .executeTakeFirstOrThrow()
  author = { employeeId: id, email: 'employee@example.org', role: 'employee' }
  clientId = (await house.send(clientEndpoints.add, { body: hodan, token: tokens.admin })).body.id
})
afterAll(() => house.close())

async function noteOfAge(days: number): Promise<string> {
  const createdAt = new Date(house.context.now.getTime() - days * 86_400_000)
  return String((await addNote(house.db, { clientId, text: 'Before.', author }, createdAt))?.id)
}

const textOf = async (id: string) =>
  (
    await house.db
      .selectFrom('notes')
      .select('text')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.text

for (const role of roles) {
  for (const [place, days] of ages.entries()) {
    const may = allowed[role][place]
    test(`${role}: a note of ${days} days can ${may ? '' : 'not '}be edited and deleted`, async () => {
      const noteId = await noteOfAge(days)
      const request = { params: { id: clientId, noteId }, token: tokens[role] }
      const edited = await house.send(noteEndpoints.edit, { ...request, body: { text: 'After.' } })
      expect(edited.status).toBe(may ? 200 : 403)
      expect(await textOf(noteId)).toBe(may ? 'After.' : 'Before.')
      const removed = await house.send(noteEndpoints.remove, request)
      expect(removed.status).toBe(may ? 204 : 403)
      expect(await textOf(noteId)).toBe(may ? undefined : 'Before.')
    })
  }
}

test('a note that is too old says so; a role that never may hears that its role does not allow it', async () => {
  const noteId = await noteOfAge(90)
  const refusal = async (role: Role) =>
    (await house.send(noteEndpoints.remove, { params: { id: clientId, noteId }, token: tokens[role] })).body
  expect(await refusal('manager')).toEqual({
    code: 'not-allowed',
    message: 'This note is too old for your role to change.',
  })
  expect(await refusal('employee')).toEqual({
    code: 'not-allowed',
    message: 'Your role does not allow this.',
  })
})

test('the age counts from when the note was written, however lately it was edited', async () => {
  const noteId = await noteOfAge(31)
  const request = { params: { id: clientId, noteId } }
  await house.send(noteEndpoints.edit, { ...request, body: { text: 'Later.' }, token: tokens.admin })
  const { status } = await house.send(noteEndpoints.edit, {
    ...request,
    body: { text: 'Again.' },
    token: tokens.manager,
  })
  expect(status).toBe(403)
})
