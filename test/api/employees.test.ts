import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#contract/access/roles.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { issueLink } from '#server/accounts/store.ts'
import { queueAccountNotice } from '#server/outgoing-mail/store.ts'
import { amina } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { password } from '#test/support/test-password.ts'

let chief: string
let wakes = 0
let number = 0
const start = new Date('2026-06-15T15:00:00Z')

const wake = () => {
  wakes += 1
}
const app = await createTestApp({ mail: { wake } })
const chiefId = await app.employ('super-admin')
const admin = await app.tokenOf('admin')
beforeEach(async () => {
  app.context.now = start
  chief = await app.signIn('super-admin@example.org')
})

const newEmail = (name = 'worker') => {
  number += 1
  return `${name}${number}@example.org`
}
const add = (body: object, token = chief) => app.send(employeeEndpoints.add, { body: body as never, token })
const edit = (id: string, body: object, token = chief) =>
  app.send(employeeEndpoints.edit, { params: { id }, body: body as never, token })
const changeRole = (id: string, role: Role, token = chief, version?: number) =>
  app.send(employeeEndpoints.changeRole, { params: { id }, body: { role, version }, token })
const remove = (id: string, token = chief) => app.send(employeeEndpoints.remove, { params: { id }, token })
const get = (id: string, token = chief) => app.send(employeeEndpoints.get, { params: { id }, token })
const list = async () => (await app.send(employeeEndpoints.list, { token: chief })).body
const added = async (fields: object = {}) => (await add({ ...amina, email: newEmail(), ...fields })).body
const isSignedIn = async (token: string) =>
  (await app.send(sessionEndpoints.activity, { token })).status === 200
const mailOf = (id: string) =>
  app.db
    .selectFrom('outbox')
    .select(['kind', 'recipient'])
    .where('employee_id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
const eventsOf = (record_id: string) => app.audited({ record_id }, 'action', 'actor_id', 'details')
const linkOf = (id: string) => issueLink(app.db, id, 'reset', app.context.now)
const useLink = async (token: string) =>
  (await app.send(sessionEndpoints.save, { body: { token, password: 'ice on the lake' } })).status
const invalid = (field: string) => ({
  status: 400,
  body: { code: 'invalid-input', fields: { [field]: expect.any(String) } },
})

test('checks the session first, then the role, then the input, then the record', async () => {
  const { id } = await added()
  const taken = (await added()).email
  const wrong = { ...amina, phone: 'none' }
  const nowhere = '00000000-0000-4000-8000-000000000000'
  expect((await edit(id, wrong, '')).status).toBe(401)
  expect((await edit(id, wrong, admin)).status).toBe(403)
  expect(await edit(nowhere, wrong)).toMatchObject(invalid('phone'))
  expect((await edit(nowhere, amina)).status).toBe(404)
  expect(await edit(id, { ...amina, email: taken })).toMatchObject({
    status: 409,
    body: { code: 'email-taken', message: 'An employee with this email already exists.' },
  })
  expect((await edit(id, { ...amina, email: newEmail() })).status).toBe(200)
})

describe('adding', () => {
  test('returns the record, and queues set-up mail and an audit row with it [T71]', async () => {
    const before = wakes
    const email = newEmail('Amina.')
    const { status, body } = await add({ ...amina, email, firstName: '  Amina ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...amina,
      title: null,
      email,
      _id: body.id,
      id: body.id,
      hasPassword: false,
      hasTwoStep: false,
      hasOrganizationAccount: false,
      version: 1,
      createdAt: start.toISOString(),
      updatedAt: start.toISOString(),
    })
    expect((await get(body.id)).body).toEqual(body)
    expect(await mailOf(body.id)).toEqual([{ kind: 'set-up', recipient: email }])
    expect(wakes).toBe(before + 1)
    const [event] = await eventsOf(body.id)
    expect(event).toEqual({ action: 'added', actor_id: chiefId, details: {} })
  })

  test('ignores fields that the call does not take, even __proto__ [T214]', async () => {
    const email = newEmail()
    const hostile = `{"_id":"x","id":"x","version":99,"hasPassword":true,"password":"let me in","createdAt":"1999-01-01T00:00:00Z","deletedAt":"now","__proto__":{"role":"super-admin","isAdmin":true},"constructor":{"prototype":{"role":"super-admin"}}`
    const { status, body } = await app.sendRaw({
      method: 'POST',
      url: '/api/employees',
      headers: { authorization: `Bearer ${chief}`, 'content-type': 'application/json' },
      payload: `${hostile},${JSON.stringify({ ...amina, email }).slice(1)}`,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ role: 'manager', hasPassword: false, version: 1 })
    expect(body.id).not.toBe('x')
    expect(body).not.toHaveProperty('isAdmin')
    expect('role' in {}).toBe(false)
  })

  test('accepts one of 12 concurrent requests with the same address in any case [T205]', async () => {
    const email = newEmail()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        add({ ...amina, email: index % 2 ? email.toUpperCase() : email }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(11).fill(409)])
    const sameEmail = (await list()).filter(
      (employee: { email: string }) => employee.email.toLowerCase() === email,
    )
    expect(sameEmail).toHaveLength(1)
    expect(await mailOf(sameEmail[0].id)).toHaveLength(1)
  })

  test('accepts the address of a deleted employee [T206]', async () => {
    const first = await added()
    expect((await add({ ...amina, email: first.email })).body.code).toBe('email-taken')
    await remove(first.id)
    expect((await add({ ...amina, email: first.email })).status).toBe(201)
  })
})

test('the list is ordered by last name, first name and id, ignoring case and accents, without deleted ones [T156]', async () => {
  const names = [
    ['Zoë', 'Órder'],
    ['ada', 'order'],
    ['Bo', 'ORDER'],
    ['Ada', 'Orde'],
  ]
  for (const [firstName, lastName] of names) await added({ firstName, lastName })
  const gone = await added({ lastName: 'Order' })
  await remove(gone.id)
  const listed: { firstName: string; lastName: string; id: string }[] = await list()
  const ordered = listed.filter(({ lastName }) => /^.rde/i.test(lastName)).map(({ firstName }) => firstName)
  expect(ordered).toEqual(['Ada', 'ada', 'Bo', 'Zoë'])
  expect(listed.map(({ id }) => id)).not.toContain(gone.id)
  expect((await get(gone.id)).status).toBe(404)
  expect((await app.send(employeeEndpoints.list, { token: admin })).body).toEqual(listed)
})

test('reading employees leaves audit rows: with the count of a list, and the ids that a search or an error shows [T448]', async () => {
  const { id } = await added({ lastName: 'Readable' })
  const employees = await list()
  const body = { search: 'readable' }
  await app.send(employeeEndpoints.search, { body, token: chief })
  await get(id)
  expect((await changeRole(id, 'admin', chief, 7)).status).toBe(409)
  const columns = ['action', 'record_id', 'details'] as const
  const rows = await app.audited({ record_kind: 'employee' }, ...columns)
  expect(rows.slice(-4)).toEqual([
    { action: 'listed', record_id: null, details: { count: employees.length } },
    { action: 'listed', record_id: null, details: { count: 1, records: [id], filter: ['search'] } },
    { action: 'viewed', record_id: id, details: {} },
    { action: 'viewed', record_id: id, details: {} },
  ])
})

describe('searching', () => {
  const search = (body: object) => app.send(employeeEndpoints.search, { body, token: admin })
  const found = async (body: object) => {
    const { status, body: employees } = await search(body)
    expect(status).toBe(200)
    return employees
      .filter(({ isSimilar }: { isSimilar?: boolean }) => !isSimilar)
      .map(({ firstName }: { firstName: string }) => firstName)
  }
  beforeAll(async () => {
    chief = await app.signIn('super-admin@example.org')
    await added({ firstName: 'José', lastName: 'Núñez Ortega', role: 'admin' })
    await added({ firstName: 'Nunelia', lastName: 'Jos' })
    await added({ firstName: '100%', lastName: 'Nunez', role: 'employee' })
    await remove((await added({ firstName: 'Former', lastName: 'Nunez' })).id)
  })

  test('finds names that contain every word, in any order, ignoring case and accents [T110]', async () => {
    expect(await found({ search: 'nune' })).toEqual(['Nunelia', '100%', 'José'])
    expect(await found({ search: '  ORTEGA   jose ' })).toEqual(['José'])
    expect(await found({ search: 'jose warsame' })).toEqual([])
    expect(await found({ search: 'Ortega, Jose' })).toEqual(['José'])
    expect(await found({ search: '0%' })).toEqual(['100%'])
    expect(await found({ search: '_' })).toEqual([])
  })

  test('offers similar names only if nothing matches [T653]', async () => {
    const { body } = await search({ search: 'nunelya jos' })
    expect(body[0]).toMatchObject({ firstName: 'Nunelia', isSimilar: true })
    expect((await search({ search: 'ortegga', role: 'admin' })).body).toMatchObject([{ firstName: 'José' }])
    expect((await search({ search: 'ortegga', role: 'manager' })).body).toEqual([])
    expect((await search({ search: 'nunelia' })).body[0]).not.toHaveProperty('isSimilar')
  })

  test('combines with the role, and without either returns the whole list [T111]', async () => {
    expect(await found({ search: 'nune', role: 'employee' })).toEqual(['100%'])
    expect(await search({ role: 'owner' })).toMatchObject(invalid('role'))
    expect((await search({})).body).toEqual(await list())
    expect((await search({ search: ' ' })).body).toEqual(await list())
  })
})

describe('editing', () => {
  test('changes what was sent, ignores the role, and audits the names of the changed fields only [T157]', async () => {
    const before = await added()
    app.context.now = new Date(start.getTime() + 60_000)
    const changes = { lastName: 'Abdi', phone: '6125550199' }
    const ignored = { role: 'super-admin', hasPassword: true }
    const { status, body } = await edit(before.id, { ...before, ...changes, ...ignored })
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, ...changes, updatedAt: app.context.now.toISOString(), version: 2 })
    expect((await eventsOf(before.id)).at(-1)).toEqual({
      action: 'edited',
      actor_id: chiefId,
      details: { fields: ['lastName', 'phone'] },
    })
  })

  test('counts as a view if no field changes', async () => {
    const before = await added()
    app.context.now = new Date(start.getTime() + 60_000)
    expect(await edit(before.id, before)).toMatchObject({ status: 200, body: before })
    expect((await eventsOf(before.id)).map(({ action }) => action)).toEqual(['added', 'viewed'])
    expect(await mailOf(before.id)).toHaveLength(1)
  })

  test('rejects an edit of an older version with 409 and the newer record, and accepts one without a version [T194]', async () => {
    const before = await added()
    const first = await edit(before.id, { ...before, address: 'First Street 1' })
    const second = await edit(before.id, { ...before, address: 'Second Street 2' })
    expect(second).toMatchObject({ status: 409, body: { code: 'version-conflict', current: first.body } })
    // A later row about the employee that is no edit.
    await app.send(sessionEndpoints.login, { body: { email: before.email, password: 'not the password' } })
    const third = await edit(before.id, { ...before, address: 'Second Street 2' })
    expect(third.body.changed.by).toBe('super-admin@example.org')
    expect((await get(before.id)).body.address).toBe('First Street 1')
    const { version: _, ...unversioned } = before
    expect((await edit(before.id, { ...unversioned, address: 'Third Street 3' })).body.version).toBe(3)
  })

  test('accepts one of 10 concurrent edits of the same version', async () => {
    const before = await added()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) => edit(before.id, { ...before, address: `Lake ${number}` })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  })

  test('accepts an empty field that was empty before, and rejects emptying a filled-in one [T256]', async () => {
    const { body: first } = await get(chiefId)
    expect(first).toMatchObject({ firstName: 'Super', lastName: 'Admin', dob: null, phone: '', address: '' })
    const named = await edit(chiefId, { ...first, firstName: 'Halima' })
    expect(named).toMatchObject({ status: 200, body: { firstName: 'Halima', dob: null, phone: '' } })
    const filled = { ...first, dob: '1980-01-31', phone: '6125550100', version: undefined }
    expect((await edit(chiefId, filled)).status).toBe(200)
    for (const [field, wrong] of [
      ['dob', ''],
      ['dob', null],
      ['phone', ' '],
      // Tomorrow.
      ['dob', '2026-06-16'],
    ] as const)
      expect(await edit(chiefId, { ...filled, [field]: wrong })).toMatchObject(invalid(field))
  })

  test('ends sessions and links when the address changes, unless only its case changes [T254]', async () => {
    const email = newEmail()
    const id = await app.employ('manager', email)
    const token = await app.signIn(email)
    const link = await linkOf(id)
    const { body: before } = await get(id)
    const filled = { ...before, dob: '1990-01-01', phone: '6125550111', address: 'Lake Street' }
    const louder = await edit(id, { ...filled, email: email.toUpperCase() })
    expect(louder.body.email).toBe(email.toUpperCase())
    expect(await isSignedIn(token)).toBe(true)
    const edited = await edit(id, { ...filled, version: louder.body.version, email: newEmail() })
    expect(edited.status).toBe(200)
    expect(await isSignedIn(token)).toBe(false)
    expect(await useLink(link)).toBe(400)
    const notice = { kind: 'email-changed' }
    const told = [email.toUpperCase(), edited.body.email].map((recipient) => ({ ...notice, recipient }))
    expect(await mailOf(id), 'who has a password needs no set-up mail').toEqual(told)
    expect(await app.signIn(edited.body.email)).toBeTruthy()
    expect(JSON.stringify(await eventsOf(id))).toContain('{"fields":["email"]}')
  })

  test('sends the set-up mail to the new address of an employee without a password [T255]', async () => {
    const before = await added()
    const wakened = wakes
    const email = newEmail()
    await edit(before.id, { ...before, email })
    expect(await mailOf(before.id)).toContainEqual({ kind: 'set-up', recipient: email })
    expect(wakes).toBe(wakened + 1)
  })

  test('a changed address is told to the former one, and so is what happens in the next seven days [T503]', async () => {
    const [email, next] = [newEmail(), newEmail()]
    const id = await app.employ('manager', email)
    const { body: before } = await get(id)
    await edit(id, { ...before, dob: '1990-01-01', phone: '6125550111', address: 'Lake Street', email: next })
    const notify = async (days: number) => {
      const at = new Date(app.context.now.getTime() + days * 24 * 60 * 60 * 1000)
      await app.db.deleteFrom('outbox').execute()
      await queueAccountNotice(app.db, { employeeId: id, recipient: next, kind: 'two-step-reset' }, at)
      return (await mailOf(id)).map(({ recipient }) => recipient).toSorted()
    }
    expect(await notify(6)).toEqual([email, next].toSorted())
    expect(await notify(7)).toEqual([next])
  })
})

describe('changing the role', () => {
  test('ends the sessions at the very next call, and audits the old and the new role [T158]', async () => {
    const email = newEmail()
    const id = await app.employ('manager', email)
    const token = await app.signIn(email)
    expect(await changeRole(id, 'admin')).toMatchObject({ status: 200, body: { role: 'admin', version: 2 } })
    expect(await isSignedIn(token)).toBe(false)
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      action: 'changed role',
      details: { role: { from: 'manager', to: 'admin' } },
    })
    expect((await app.send(employeeEndpoints.list, { token: await app.signIn(email) })).status).toBe(200)
    await changeRole(id, 'manager')
    expect(await isSignedIn(token), 'back in the former role').toBe(false)
  })

  test('to the same one changes nothing, ends no session, and counts as a view', async () => {
    const email = newEmail()
    const id = await app.employ('manager', email)
    const token = await app.signIn(email)
    const { body: before } = await get(id)
    const events = (await eventsOf(id)).length
    expect(await changeRole(id, 'manager')).toMatchObject({ status: 200, body: before })
    expect(await isSignedIn(token)).toBe(true)
    const [row, ...more] = (await eventsOf(id)).slice(events)
    expect([row?.action, more]).toEqual(['viewed', []])
  })

  test('rejects an unknown role, an unknown employee, an older version [T173]', async () => {
    const { id, version } = await added()
    expect(await changeRole(id, 'staff' as never)).toMatchObject(invalid('role'))
    expect((await changeRole('0', 'admin')).status).toBe(404)
    expect(await changeRole(id, 'admin', chief, version + 1)).toMatchObject({
      status: 409,
      body: { code: 'version-conflict', current: { id, role: 'manager' } },
    })
  })
})

describe('deleting', () => {
  test('ends sessions, links and mail at the very next call, and keeps the row [T159]', async () => {
    const email = newEmail()
    const id = await app.employ('admin', email)
    const token = await app.signIn(email)
    await app.send(employeeEndpoints.resendSetupEmail, { body: { email }, token: chief })
    const link = await linkOf(id)
    expect((await remove(id)).status).toBe(204)
    expect(await isSignedIn(token)).toBe(false)
    expect(await useLink(link)).toBe(400)
    expect(await mailOf(id)).toEqual([])
    const { status } = await app.send(sessionEndpoints.login, { body: { email, password } })
    expect(status).toBe(401)
    const row = await app.db.selectFrom('employees').selectAll().where('id', '=', id).executeTakeFirst()
    expect(row).toMatchObject({ email, deleted_at: start, deleted_by: chiefId })
    expect((await eventsOf(id)).at(-1)).toMatchObject({ action: 'deleted', actor_id: chiefId })
  })

  test('answers 404 for a deleted employee and for an unknown id [T179]', async () => {
    const gone = await added()
    expect([(await remove(gone.id)).status, (await remove(gone.id)).status]).toEqual([204, 404])
    for (const id of [gone.id, "' OR 1=1"]) {
      const answers = [await edit(id, amina), await changeRole(id, 'admin'), await remove(id), await get(id)]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    }
  })
})

describe('both calls that resend the set-up mail', () => {
  const resend = (email: string, call: EndpointDefinition = employeeEndpoints.resendSetupEmail) =>
    app.send(call, { body: { email }, token: chief })

  test('queue a set-up mail, or a reset mail for an employee with a password [T77]', async () => {
    const wakened = wakes
    const fresh = await added()
    const resent = { status: 200, body: { message: 'Setup email resent.' } }
    expect(await resend(fresh.email, sessionEndpoints.resendSetupEmail)).toMatchObject(resent)
    expect(await resend(` ${fresh.email.toUpperCase()} `)).toMatchObject(resent)
    expect(await mailOf(fresh.id)).toEqual([{ kind: 'set-up', recipient: fresh.email }])
    expect(wakes).toBe(wakened + 3)
    const email = newEmail()
    const id = await app.employ('manager', email)
    await resend(email)
    expect(await mailOf(id)).toEqual([{ kind: 'reset', recipient: email }])
    const asked = { action: 'asked for a reset mail', actor_id: chiefId }
    expect((await eventsOf(id)).at(-1)).toMatchObject(asked)
  })

  test('answer 404 for an unknown address [T257]', async () => {
    const gone = await added()
    await remove(gone.id)
    for (const email of ['nobody@example.org', gone.email])
      expect(await resend(email)).toMatchObject({
        status: 404,
        body: { code: 'not-found', message: 'There is no employee with this email.' },
      })
  })
})
