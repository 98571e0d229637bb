import { beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { restoreRecord } from '#server/deleted-records/operations.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'

/* Signature, review and correction of notes. */

const app = await createTestApp()
const amina = await app.member('manager', 'amina@example.org')
const omar = await app.member('employee', 'omar@example.org')
const director = await app.member('super-admin', 'director@example.org')
await app.db.updateTable('employees').set({ title: 'Case worker' }).where('id', '=', amina.id).execute()

let id: string
beforeEach(async () => {
  id = await addClient()
})

type Member = typeof amina
const addClient = async () =>
  (await app.send(clientEndpoints.add, { body: hodan, token: amina.token })).body.id as string
const add = (body: object = {}, { token } = amina) =>
  app.send(noteEndpoints.add, { params: { id }, body: { text: 'Moved in.', ...body }, token })
const edit = (noteId: string, body: object, { token } = director) =>
  app.send(noteEndpoints.edit, { params: { id, noteId }, body: { text: 'Moved out.', ...body }, token })
const sign = (noteId: string, version: unknown, { token }: Member = amina) =>
  app.send(noteEndpoints.sign, { params: { id, noteId }, body: { version } as never, token })
const review = (noteId: string, body: object, { token }: Member = director) =>
  app.send(noteEndpoints.review, { params: { id, noteId }, body: body as never, token })
const remove = (noteId: string) =>
  app.send(noteEndpoints.remove, { params: { id, noteId }, token: director.token })
const list = async () => (await app.send(noteEndpoints.list, { params: { id }, token: amina.token })).body
const versions = async (noteId: string) =>
  (await app.send(noteEndpoints.versions, { params: { id, noteId }, token: director.token })).body
const actionsOf = async (noteId: string) =>
  (await app.audited({ record_kind: 'note', record_id: noteId }, 'action')).map(({ action }) => action)
const later = () => {
  app.context.now = new Date(app.context.now.getTime() + 60_000)
  return app.context.now.toISOString()
}
const restore = (noteId: string) =>
  restoreRecord({ db: app.db, trail: testTrail, clock: () => app.context.now, timeZone: 'UTC' }, noteId)

const notSigned = { signedAt: null, signedBy: null, signedByName: null, signedTitle: null }
const notReviewed = {
  ...{ reviewedAt: null, reviewedById: null, reviewedBy: null },
  ...{ reviewedByName: null, reviewComment: null },
}

test('its author signs a note with the name and title of that time; signing twice changes nothing [T640]', async () => {
  const { body: note } = await add()
  expect(note).toMatchObject({ ...notSigned, ...notReviewed, version: 1 })
  const signedAt = later()
  const { status, body: signed } = await sign(note.id, 1)
  const signature = {
    signedAt,
    signedBy: amina.email,
    signedByName: 'Super Admin',
    signedTitle: 'Case worker',
  }
  expect(status).toBe(200)
  expect(signed).toEqual({ ...note, ...signature })
  later()
  await app.db.updateTable('employees').set({ title: 'Director' }).where('id', '=', amina.id).execute()
  expect((await sign(note.id, 1)).body).toEqual(signed)
  expect(await list()).toEqual([signed])
  expect(await actionsOf(note.id)).toEqual(['added', 'signed', 'viewed'])
  const [row] = await app.audited({ action: 'signed', record_id: note.id }, 'details')
  expect(row?.details).toEqual({ client: id, version: 1, stored: expect.any(String) })
  await app.db.updateTable('employees').set({ title: 'Case worker' }).where('id', '=', amina.id).execute()
})

test('a note is signed as it is added, or stays unsigned [T641]', async () => {
  const { body: signed } = await add({ sign: true })
  expect(signed).toMatchObject({ signedBy: amina.email, version: 1 })
  expect(await actionsOf(signed.id)).toEqual(['added', 'signed'])
  expect((await add({ sign: false })).body).toMatchObject(notSigned)
  expect(await add({ sign: 'yes' })).toMatchObject({
    status: 400,
    body: { fields: { sign: 'Sign must be true or false' } },
  })
})

test('only the author signs a note, and only the version that was read [T642]', async () => {
  const { body: note } = await add()
  for (const other of [omar, director])
    expect(await sign(note.id, 1, other)).toMatchObject({
      status: 403,
      body: { message: 'Only the author can sign a note.' },
    })
  await edit(note.id, {})
  expect(await sign(note.id, 1)).toMatchObject({
    status: 409,
    body: { current: { id: note.id, version: 2, signedAt: null } },
  })
  expect(await sign(note.id, undefined)).toMatchObject({ status: 400 })
  expect(await sign('5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30', 1)).toMatchObject({ status: 404 })
  // The employee identifies the author, not the email address.
  await app.db.updateTable('employees').set({ email: 'new@example.org' }).where('id', '=', amina.id).execute()
  expect((await sign(note.id, 2)).body).toMatchObject({ signedBy: 'new@example.org', author: amina.email })
  await app.db.updateTable('employees').set({ email: amina.email }).where('id', '=', amina.id).execute()
})

test('an edit removes signature and review, and the earlier version keeps both [T643]', async () => {
  const { body: note } = await add({ sign: true })
  await review(note.id, { version: 1, comment: ' Well described. ' })
  expect((await edit(note.id, { version: 1 })).body).toMatchObject({
    ...notSigned,
    ...notReviewed,
    version: 2,
  })
  expect(await list()).toMatchObject([{ ...notSigned, ...notReviewed }])
  expect(await versions(note.id)).toMatchObject([
    { version: 1, signedBy: amina.email, reviewedBy: director.email, reviewComment: 'Well described.' },
  ])
  // An edit that changes nothing removes neither.
  await sign(note.id, 2)
  expect((await edit(note.id, {})).body).toMatchObject({ version: 2, signedBy: amina.email })
})

test('signature and review outlive deletion and restoration [T644]', async () => {
  const { body: note } = await add({ sign: true })
  const { body: reviewed } = await review(note.id, { version: 1 })
  await remove(note.id)
  expect(await sign(note.id, 2)).toMatchObject({ status: 404 })
  expect(await review(note.id, { version: 2 })).toMatchObject({ status: 404 })
  await restore(note.id)
  expect(await list()).toEqual([{ ...reviewed, version: 3 }])
  await edit(note.id, {})
  expect(await versions(note.id)).toMatchObject([{ version: 3, signedBy: amina.email }])
})

test('a manager, admin or super-admin reviews the notes of others [T645]', async () => {
  const { body: note } = await add({ sign: true })
  const reviewedAt = later()
  const { body: reviewed } = await review(note.id, { version: 1, comment: 'Add the address.' })
  expect(reviewed).toEqual({
    ...note,
    reviewedAt,
    reviewedById: director.id,
    reviewedBy: director.email,
    reviewedByName: 'Super Admin',
    reviewComment: 'Add the address.',
  })
  expect(await review(note.id, { version: 1 }, amina)).toMatchObject({
    status: 403,
    body: { message: 'You can’t review a note that you wrote or edited. Ask a colleague to do it.' },
  })
  const { body: rewritten } = await add()
  await edit(rewritten.id, { version: 1 })
  expect(await review(rewritten.id, { version: 2 })).toMatchObject({ status: 403 })
  expect(await review(note.id, { version: 1 }, omar)).toMatchObject({ status: 403 })
  expect(await review(note.id, { version: 2 })).toMatchObject({ status: 409, body: { current: reviewed } })
  expect(await review(note.id, { version: 1, comment: 'x'.repeat(501) })).toMatchObject({
    status: 400,
    body: { fields: { comment: 'Comment can have at most 500 characters' } },
  })
  const other = await app.member('admin', 'other-reviewer@example.org')
  expect(await review(note.id, { version: 1, comment: 'Fine.' }, other)).toMatchObject({
    status: 409,
    body: { current: reviewed },
  })
  const viewers = async () =>
    (await app.audited({ action: 'viewed', record_id: note.id }, 'actor_id')).map(({ actor_id }) => actor_id)
  await expect.poll(viewers).toContain(other.id)
  // One's own second review replaces the first; the same one again changes nothing.
  later()
  const { body: again } = await review(note.id, { version: 1, comment: '' })
  expect(again).toMatchObject({ reviewedAt: app.context.now.toISOString(), reviewComment: null })
  later()
  expect((await review(note.id, { version: 1 })).body).toEqual(again)
  const rows = await app.audited({ action: 'reviewed', record_id: note.id }, 'details')
  expect(rows.map(({ details }) => details)).toEqual(
    [1, 1].map((version) => ({ client: id, version, stored: expect.any(String) })),
  )
})

test('a review belongs to an employee, whatever the email address is [T1046]', async () => {
  const reviewer = await app.member('manager', 'reviewer@example.org')
  const { body: note } = await add()
  await review(note.id, { version: 1 }, reviewer)
  await app.db
    .updateTable('employees')
    .set({ email: 'r@example.org' })
    .where('id', '=', reviewer.id)
    .execute()
  const successor = await app.member('manager', reviewer.email)
  expect(await review(note.id, { version: 1, comment: 'Fine.' }, successor)).toMatchObject({ status: 409 })
  expect(await review(note.id, { version: 1, comment: 'Seen.' }, reviewer)).toMatchObject({
    status: 200,
    body: { reviewedById: reviewer.id, reviewedBy: 'r@example.org', reviewComment: 'Seen.' },
  })
})

test('nobody reviews a note of which they wrote a version since the last review [T1047]', async () => {
  const [first, second] = [
    await app.member('admin', 'first-editor@example.org'),
    await app.member('admin', 'second-editor@example.org'),
  ]
  const { body: note } = await add()
  await edit(note.id, { text: 'Moved out.' }, first)
  await edit(note.id, { text: 'Moved back in.' }, second)
  for (const writer of [amina, first, second])
    expect(await review(note.id, { version: 3 }, writer)).toMatchObject({ status: 403 })
  expect(await review(note.id, { version: 3 })).toMatchObject({ status: 200 })
  await edit(note.id, { text: 'Moved to Duluth.' }, second)
  expect(await review(note.id, { version: 4 }, second)).toMatchObject({ status: 403 })
  expect(await review(note.id, { version: 4 }, first)).toMatchObject({ status: 200 })
  // One's own review of the same version can still be replaced.
  expect(await review(note.id, { version: 4, comment: 'Good.' }, first)).toMatchObject({ status: 200 })
})

test('a correction and the note that it corrects name each other [T646]', async () => {
  const { body: wrong } = await add()
  later()
  const { status, body: correction } = await add({ corrects: wrong.id.toUpperCase(), sign: true }, omar)
  expect(status).toBe(201)
  expect(correction).toMatchObject({ corrects: wrong.id, correctedBy: [], signedBy: omar.email })
  later()
  const { body: second } = await add({ corrects: wrong.id }, omar)
  expect(await list()).toMatchObject([
    { id: second.id, corrects: wrong.id },
    { id: correction.id, corrects: wrong.id },
    { ...wrong, correctedBy: [correction.id, second.id] },
  ])
  await remove(correction.id)
  expect((await list()).at(-1)).toMatchObject({ correctedBy: [second.id] })
  await remove(wrong.id)
  expect(await list()).toMatchObject([{ corrects: wrong.id }])
  const [row] = await app.audited({ action: 'added', record_id: second.id }, 'details')
  expect(row?.details).toMatchObject({ fields: ['text', 'corrects'] })
})

test('a note corrects only an existing note of the same client [T647]', async () => {
  const { body: deleted } = await add()
  await remove(deleted.id)
  const { body: ofOther } = await app.send(noteEndpoints.add, {
    params: { id: await addClient() },
    body: { text: 'Of another client.' },
    token: amina.token,
  })
  for (const corrects of [deleted.id, ofOther.id, 'no-such-note'])
    expect(await add({ corrects })).toMatchObject({
      status: 400,
      body: { fields: { corrects: 'This client has no such note.' } },
    })
  expect(await list()).toEqual([])
  expect((await add({ corrects: null })).body).toMatchObject({ corrects: null })
})

test('no service is attested before it has ended; the note is saved without a signature [T1062]', async () => {
  // 10 AM in Minnesota.
  app.context.now = new Date('2026-06-15T15:00:00Z')
  const token = await app.signIn(amina.email)
  const ahead = { serviceDate: '2026-06-15', startTime: '09:00', endTime: '10:10' }
  const refused = { status: 400, body: { fields: { sign: expect.stringMatching(/has not ended yet/) } } }
  expect(await add({ ...ahead, sign: true }, { ...amina, token })).toMatchObject(refused)
  expect(await list()).toEqual([])
  const { body: note } = await add(ahead, { ...amina, token })
  const undated = (await add({ ...ahead, serviceDate: null }, { ...amina, token })).body
  for (const { id } of [note, undated]) expect(await sign(id, 1, { ...amina, token })).toMatchObject(refused)
  app.context.now = new Date('2026-06-15T15:10:00Z')
  for (const { id } of [note, undated])
    expect(await sign(id, 1, { ...amina, token })).toMatchObject({ status: 200 })
})
