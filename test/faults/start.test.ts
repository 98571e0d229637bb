import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '#commands/free-port.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { isStillRunning } from '#test/support/database-process.ts'
import { newTestInstance, type TestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* Starts and ends of the real program; with wrong input a sentence, an exit code that is not 0, nothing damaged. */

let instance: TestInstance
afterEach(() => instance.remove())

test('prints a set-up link before "Ready on" until a password is set, and ends in order at SIGTERM', async () => {
  const head = 'head@example.org'
  instance = await newTestInstance({ SUPER_ADMIN_EMAIL: head })
  const first = await instance.start()
  const lines = first.printed().trim().split('\n')
  expect(lines.at(-1)).toBe(`Ready on ${first.url}`)
  expect(lines.at(-2)).toMatch(
    /^Create the first super-admin: http:\/\/localhost:\d+\/set-password\?token=[\w-]{43}$/,
  )
  const pid = instance.postmasterPid()
  const slow = connect(instance.port, 'localhost', () => {
    slow.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    )
  })
  slow.on('error', () => {})
  await once(slow, 'connect')
  expect(await first.stop(), 'while a caller is still sending').toBe(0)
  await expect.poll(() => isStillRunning(pid)).toBe(false)

  const second = await instance.start()
  const link = second.link() ?? ''
  expect(link).not.toBe(first.link())
  expect(await apiCaller(second.url).becomeSuperAdmin(link, head), 'a token').toBeTruthy()
  await second.stop()

  const third = await instance.start()
  expect(third.link()).toBeUndefined()

  const other = await instance.startInVain({ PORT: `${await freePort()}` })
  expect(other).toMatchObject({
    code: 1,
    complained: expect.stringContaining('in use by a running server'),
  })
  expect((await fetch(`${third.url}/api/health`)).status).toBe(200)

  const rosa = 'rosa@example.org'
  const beside = await instance.ops('super-admin', rosa)
  expect(beside.code).toBe(0)
  const token = await apiCaller(third.url).becomeSuperAdmin(beside.printed.trim(), rosa)
  expect((await apiCaller(third.url).send('GET', '/clients', token)).status).toBe(200)
  await third.stop()
  const alone = await instance.ops('super-admin', rosa)
  expect(alone.printed.trim()).toMatch(/^http:\/\/localhost:\d+\/set-password\?token=/)
})

test('"npm start" starts the server again when its database has died, and ends both at SIGTERM', async () => {
  instance = await newTestInstance()
  const product = await instance.startByNpm()
  const former = instance.postmasterPid()
  process.kill(former, 'SIGKILL')
  await expect.poll(() => product.printed().match(/^Ready on /gm)?.length).toBe(2)
  expect((await fetch(`${product.url}/api/health`)).status).toBe(200)
  const pid = instance.postmasterPid()
  expect(pid).not.toBe(former)
  await product.stop()
  await expect.poll(() => isStillRunning(pid)).toBe(false)
})

test('SIGTERM while it comes up ends it with code 0, and nothing is begun any more', async () => {
  instance = await newTestInstance()
  const making = await instance.startUntil('Making the private database')
  expect([making.code, making.complained]).toEqual([0, ''])
  const migrating = await instance.startUntil('Migrating the database: 0003')
  expect([migrating.code, migrating.complained]).toEqual([0, ''])
  const makingPages = await instance.startUntil('SMTP_URL is not set')
  expect([makingPages.code, makingPages.printed]).toEqual([0, expect.not.stringContaining('Ready on')])
})

test('names a port that is taken, and leaves the link of the running instance as it is', async () => {
  const database = await createTestDatabase()
  instance = await newTestInstance({ DATABASE_URL: database.connectionString })
  const first = await instance.start()
  const { code, complained } = await instance.startInVain()
  expect({ code, complained }).toEqual({
    code: 1,
    complained: expect.stringContaining(`Port ${instance.port} is taken.`),
  })
  const token = await apiCaller(first.url).becomeSuperAdmin(first.link() ?? '')
  expect((await apiCaller(first.url).send('GET', '/clients', token)).status).toBe(200)
  await first.stop()
  await database.close()
})

test('names wrong variables, a parameter, and a database server that does not answer', async () => {
  instance = await newTestInstance()
  const wrong = { PORT: 'http', PUBLIC_URL: 'example.org', SESSION_SECRET: 'secret' }
  const variables = await instance.startInVain(wrong)
  expect(variables.code).toBe(1)
  for (const name of Object.keys(wrong)) expect(variables.complained).toContain(name)
  expect(variables.complained).not.toContain('    at ')

  const parameter = await instance.startInVain({}, '--port=4000')
  expect(parameter).toEqual({
    code: 1,
    printed: '',
    complained: expect.stringContaining('npm start takes no parameters, but was given "--port=4000".'),
  })

  const database = await instance.startInVain({ DATABASE_URL: 'postgres://who:secret@127.0.0.1:9/none' })
  expect(database.code).toBe(1)
  expect(database.complained).toContain('127.0.0.1:9')
  expect(database.complained).not.toContain('secret')
})

test('names what is in the way of a data folder', async () => {
  instance = await newTestInstance()
  const [file, link] = [`${instance.dataDir}/file`, `${instance.dataDir}/link`]
  writeFileSync(file, '')
  symlinkSync(`${instance.dataDir}/disk-that-is-not-there`, link)
  const ring = `${instance.dataDir}/ring`
  symlinkSync(ring, ring)
  for (const [folder, named] of [
    [file, file],
    [link, link],
    [ring, ring],
    [`${file}/data`, file],
    [`${link}/data`, link],
    // The system lets nobody make one there.
    ['/proc/data', '/proc'],
  ] as const) {
    const { code, complained } = await instance.startInVain({ DATA_DIR: folder })
    expect(code, folder).toBe(1)
    expect(complained).toMatch(/^.+Set DATA_DIR to .*folder.*\.\n$/)
    expect(complained).toContain(named)
  }
})
