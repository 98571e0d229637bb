import { beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { similarToEach } from '#server/clients/search-store.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const dateOfBirth = hodan.dateOfBirth

const app = await createTestApp()
const token = await app.tokenOf('employee')
beforeEach(async () => {
  await app.ownerDb.deleteFrom('client_status_changes').execute()
  await app.db.deleteFrom('clients').execute()
})

async function add(firstName: string, lastName: string, change: object = {}) {
  const body = { ...hodan, firstName, lastName, ...change }
  return (await app.send(clientEndpoints.add, { body, token })).body
}

const similarTo = (firstName: string, lastName: string, born: string = dateOfBirth, pmi?: string) =>
  app.send(clientEndpoints.similar, { body: { firstName, lastName, dateOfBirth: born, pmi }, token })

async function found(firstName: string, lastName: string, born?: string): Promise<string[]> {
  const { body } = await similarTo(firstName, lastName, born)
  return body.map(
    (client: { firstName: string; lastName: string }) => `${client.firstName} ${client.lastName}`,
  )
}

test.for([
  ['Jon Smith', 'John Smith'],
  ['José Garcia', 'Jose García'],
  ['Garcia Maria', 'Maria Garcia'],
  ['HODAN WARSAME', 'Hodan Warsame'],
  ['Katherine O’Neil', 'Catherine ONeil'],
  ['Pa Houa Vang', 'PaHoua Vang'],
  ['Maria Garcia', 'Maria Garcia-Lopez'],
  ['王 小明', '小明 王'],
])('finds %s as similar to %s with the same birth date', async ([fullName = '', other = '']) => {
  const [first = '', ...last] = fullName.split(' ')
  const [otherFirst = '', ...otherLast] = other.split(' ')
  await add(first, last.join(' '))
  expect(await found(otherFirst, otherLast.join(' '))).toEqual([fullName])
})

test('does not find a client with another name or birth date, or a deleted one', async () => {
  const { id } = await add('Hodan', 'Warsame')
  expect(await found('Hodan', 'Johnson')).toEqual([])
  expect(await found('Hodan', 'Warsame', '1988-02-28')).toEqual([])
  await app.db.updateTable('clients').set({ deleted_at: app.context.now }).where('id', '=', id).execute()
  expect(await found('Hodan', 'Warsame')).toEqual([])
})

test('lists the five most similar first, with the fields that tell them apart', async () => {
  for (const name of ['Hodane', 'Hoda', 'Hodan', 'Hodo', 'Hod', 'Hodann']) await add(name, 'Warsame')
  const { body } = await similarTo('hodan', 'warsame')
  expect(body).toHaveLength(5)
  expect(body[0]).toEqual({
    _id: body[0].id,
    id: body[0].id,
    firstName: 'Hodan',
    lastName: 'Warsame',
    status: 'active',
    dateOfBirth,
    samePmi: false,
  })
})

test('reads no more of them for several people than for one, with or without preferred names', async () => {
  for (let number = 0; number < 7; number += 1)
    await add('Jon', 'Smith', number % 2 ? { preferredName: 'Zoe' } : {})
  const person = { firstName: 'John', lastName: 'Smith', dateOfBirth, pmi: null }
  const similar = await similarToEach(app.db, [person, person])
  expect(similar.map(({ person }) => person)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
})

test('lists a client with the same PMI first and says so; a second one with it is added [T1204]', async () => {
  const other = { pmi: '01234567', dateOfBirth: '1970-01-01' }
  const { id } = await add('Ann', 'Lee', other)
  await add('Hodan', 'Warsame')
  await add('Hodan', 'Warsam', { pmi: '01234568' })
  const { body } = await similarTo('Hodan', 'Warsame', dateOfBirth, '01234567')
  const found = body.map(({ lastName, samePmi }: Record<string, unknown>) => [lastName, samePmi])
  expect(found).toEqual([
    ['Lee', true],
    ['Warsame', false],
    ['Warsam', false],
  ])
  expect((await similarTo('Bao', 'Yang', '1999-09-09', '01234568')).body).toHaveLength(1)
  expect((await similarTo('Bao', 'Yang', '1999-09-09')).body).toEqual([])
  expect(await similarTo('Bao', 'Yang', '1999-09-09', '1234567')).toMatchObject({
    status: 400,
    body: { fields: { pmi: 'Enter exactly 8 digits. A spreadsheet may have dropped a leading zero' } },
  })
  expect(await add('Lee', 'Ann', other)).toMatchObject({ pmi: '01234567', version: 1 })
  await app.db.updateTable('clients').set({ deleted_at: app.context.now }).where('id', '=', id).execute()
  const left = await similarTo('Bao', 'Yang', '1999-09-09', '01234567')
  expect(left.body.map(({ lastName }: { lastName: string }) => lastName)).toEqual(['Ann'])
})

test('treats SQL as text, and rejects a date that does not exist', async () => {
  expect(await found("'; --", '%_\\')).toEqual([])
  expect(await similarTo('Hodan', 'Warsame', '1988-02-30')).toMatchObject({
    status: 400,
    body: { code: 'invalid-input' },
  })
})

test('leaves an audit row without the name that was searched', async () => {
  const { id } = await add('Hodan', 'Warsame')
  await similarTo('Hodan', 'Warsame')
  const rows = await app.audited({ action: 'listed' }, 'actor_role', 'record_kind', 'details')
  expect(rows.at(-1)).toEqual({
    actor_role: 'employee',
    record_kind: 'client list',
    details: { count: 1, records: [id], filter: ['similar'] },
  })
})
