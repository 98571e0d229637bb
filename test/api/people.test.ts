import { beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { peopleEndpoints } from '#contract/people/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const amina = await app.member('employee', 'amina@example.org')

let clientId: string
beforeEach(async () => {
  app.context.now = new Date('2026-06-15T15:00:00Z')
  clientId = (await app.send(clientEndpoints.add, { body: hodan, token: amina.token })).body.id
})

const sister = {
  ...{ relation: 'emergency', name: 'Sahra Warsame', phone: '6125550187', email: 'sahra@example.org' },
  ...{ bornOn: '1991-02-03', mayContact: true, note: 'Has a spare key.', until: '2026-12-31' },
}
const add = (body: object) =>
  app.send(peopleEndpoints.add, { params: { id: clientId }, body: body as never, token: amina.token })
const edit = (id: string, body: object) =>
  app.send(peopleEndpoints.edit, { params: { id }, body, token: amina.token })
const list = async () =>
  (await app.send(peopleEndpoints.list, { params: { id: clientId }, token: amina.token })).body

test('a person needs a relation and a name; everything else is optional, and an unasked question is not answered yes [T1280]', async () => {
  const { status, body } = await add(sister)
  expect(status).toBe(201)
  expect(body).toEqual({
    ...sister,
    ...{ _id: body.id, id: body.id, clientId, createdAt: app.context.now.toISOString() },
    ...{ createdBy: amina.email, editedAt: null, editedBy: null, version: 1 },
  })
  const [row] = await app.audited({ record_kind: 'person', record_id: body.id }, 'details')
  expect(row?.details).toMatchObject({ client: clientId, fields: Object.keys(sister) })
  const nothing = { phone: null, email: null, bornOn: null, mayContact: null, note: null, until: null }
  const landlord = { relation: 'landlord', name: 'Cedar Apartments' }
  expect((await add(landlord)).body).toMatchObject({ ...landlord, ...nothing })
  expect((await edit(body.id, nothing)).body).toMatchObject({ name: sister.name, ...nothing, version: 2 })
})

test.each([
  ['no relation', { relation: undefined }, 'relation'],
  ['a relation that does not exist', { relation: 'neighbor' }, 'relation'],
  ['no name', { name: ' ' }, 'name'],
  ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
  ['a phone number with 9 digits', { phone: '612555018' }, 'phone'],
  ['an invalid email address', { email: 'sahra' }, 'email'],
  ['a birth tomorrow', { bornOn: '2026-06-16' }, 'bornOn'],
  ['an end before the birth', { bornOn: '2026-06-02', until: '2026-06-01' }, 'until'],
  ['a note of 301 characters', { note: 'x'.repeat(301) }, 'note'],
])('rejects %s [T1281]', async (_, change, field) => {
  expect(await add({ ...sister, ...change })).toMatchObject({
    status: 400,
    body: { fields: { [field]: expect.any(String) } },
  })
})

test('an edit is checked together with what it leaves as it was', async () => {
  const { body } = await add({ ...sister, until: null })
  expect(await edit(body.id, { until: '1991-02-02' })).toMatchObject({
    status: 400,
    body: { fields: { until: 'This can’t end before the person was born' } },
  })
  expect((await list())[0]).toMatchObject({ until: null, version: 1 })
})

test('people without an end come first, and of them emergency contacts and guardians [T1282]', async () => {
  for (const [relation, name, until] of [
    ['worker', 'Zeynab', null],
    ['landlord', 'bo', null],
    ['landlord', 'Álvaro', null],
    ['guardian', 'Fadumo', null],
    ['emergency', 'Idil', '2026-01-31'],
    ['emergency', 'Hani', '2026-05-31'],
    ['emergency', 'Sahra', null],
  ])
    await add({ relation, name, until })
  expect((await list()).map(({ name }: { name: string }) => name)).toEqual([
    ...['Sahra', 'Fadumo', 'Álvaro', 'bo', 'Zeynab'],
    ...['Hani', 'Idil'],
  ])
})
