import { beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const token = await app.tokenOf('super-admin')
let id: string
beforeEach(async () => {
  id = (await app.send(clientEndpoints.add, { body: hodan, token })).body.id
})

const text = 'Toured two apartments.'
const add = (facts: object) =>
  app.send(noteEndpoints.add, { params: { id }, body: { text, ...facts } as never, token })
const edit = (noteId: string, body: object) =>
  app.send(noteEndpoints.edit, { params: { id, noteId }, body: { text, ...body } as never, token })
const refused = (fields: object) => ({ status: 400, body: { code: 'invalid-input', fields } })

const none = {
  serviceDate: null,
  startTime: null,
  endTime: null,
  endsNextDay: null,
  minutes: null,
  service: null,
  contact: null,
  place: null,
}
const facts = {
  serviceDate: '2026-06-12',
  startTime: '14:00',
  endTime: '14:45',
  service: 'housingTransition',
  contact: 'in-person',
  place: 'Library',
}

test('a note carries the facts of the service that were sent, and null for the others [T547]', async () => {
  expect((await add({})).body).toMatchObject(none)
  const { body: note } = await add(facts)
  expect(note).toMatchObject({ ...facts, minutes: 45 })
  const { body: listed } = await app.send(noteEndpoints.list, { params: { id }, token })
  expect(listed).toContainEqual(note)
  const [row] = await app.audited({ action: 'added', record_id: note.id }, 'details')
  expect(row?.details).toMatchObject({ fields: ['text', ...Object.keys(facts).toSpliced(3, 0, 'minutes')] })
})

test('times come in pairs, the end after the start, and the minutes are their difference [T548]', async () => {
  expect(await add({ startTime: '14:00' })).toMatchObject(refused({ endTime: 'Enter both times or neither' }))
  expect(await add({ startTime: '14:00', endTime: '14:00' })).toMatchObject(
    refused({ endTime: 'The end must be after the start' }),
  )
  expect(await add({ startTime: '14:00', endTime: '14:45', minutes: 60 })).toMatchObject(
    refused({ minutes: 'The start and end times are 45 minutes apart' }),
  )
  expect(await add({ minutes: 0 })).toMatchObject(refused({ minutes: expect.stringContaining('1 to 1440') }))
  expect(await add({ startTime: '2 pm', endTime: '15:00' })).toMatchObject({ status: 400 })
  expect(await add({ serviceDate: '2026-06-16' })).toMatchObject(
    refused({ serviceDate: "The date of service can't be in the future" }),
  )
  expect((await add({ minutes: 60 })).body).toMatchObject({ startTime: null, minutes: 60 })
})

test('a service past midnight ends the next day, and says so in an edit and in earlier versions [T1064]', async () => {
  const night = { ...facts, startTime: '22:00', endTime: '01:00', endsNextDay: true }
  const { body: note } = await add(night)
  expect(note).toMatchObject({ ...night, minutes: 180 })
  expect(await add({ ...night, endTime: '14:30' })).toMatchObject(
    refused({ endTime: 'The end can be at most 16 hours after the start' }),
  )
  // The clocks were set forward from 2:00 to 3:00 that night.
  const clockChange = { ...night, serviceDate: '2026-03-07', endTime: '04:00' }
  expect((await add(clockChange)).body).toMatchObject({ minutes: 300 })
  expect(await add({ ...clockChange, endTime: '02:30' })).toMatchObject({
    status: 400,
    body: { fields: { endTime: expect.stringContaining('no such time') } },
  })
  expect((await edit(note.id, { endTime: '00:30' })).body).toMatchObject({ endsNextDay: true, minutes: 150 })
  const cleared = { startTime: null, endTime: null, minutes: null }
  expect((await edit(note.id, cleared)).body).toMatchObject({ ...cleared, endsNextDay: null })
  expect(await edit(note.id, { endsNextDay: true })).toMatchObject(refused({ endTime: 'Enter both times' }))
  const { body: versions } = await app.send(noteEndpoints.versions, {
    params: { id, noteId: note.id },
    token,
  })
  expect(versions).toMatchObject([
    { endTime: '00:30', endsNextDay: true, minutes: 150 },
    { endTime: '01:00', endsNextDay: true, minutes: 180 },
  ])
})

test('an edit keeps what it does not send, and the earlier version what it changes [T549]', async () => {
  const { body: note } = await add(facts)
  expect((await edit(note.id, { text: 'Toured three.' })).body).toMatchObject({ ...facts, minutes: 45 })
  expect(await edit(note.id, { endTime: null })).toMatchObject(
    refused({ endTime: 'Enter both times or neither' }),
  )
  expect((await edit(note.id, { endTime: '15:30' })).body).toMatchObject({
    ...facts,
    endTime: '15:30',
    minutes: 90,
  })
  const cleared = { startTime: null, endTime: null, minutes: null, place: null }
  expect((await edit(note.id, cleared)).body).toMatchObject({ ...facts, ...cleared })
  const { body: versions } = await app.send(noteEndpoints.versions, {
    params: { id, noteId: note.id },
    token,
  })
  expect(versions).toMatchObject([
    { version: 3, endTime: '15:30', minutes: 90, place: 'Library' },
    { version: 2, endTime: '14:45', minutes: 45 },
    { version: 1, endTime: '14:45', minutes: 45 },
  ])
})
