import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '#commands/free-port.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { isStillRunning } from '#test/support/database-process.ts'
import { newTestInstance, type TestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* What a start does with wrong input: a sentence, an exit code that is not 0, nothing damaged. */

let instance: TestInstance
afterEach(() => instance.remove())

test('the first start prints a link on a line of its own before "Ready on", until somebody has set a password', async () => {
  const head = 'head@example.org'
  instance = await newTestInstance({ SUPER_ADMIN_EMAIL: head })
  const first = await instance.start()
  const lines = first.printed().trim().split('\n')
  expect(lines.at(-1)).toBe(`Ready on ${first.url}`)
  expect(lines.at(-2)).toMatch(
    /^Create the first super-admin: http:\/\/localhost:\d+\/set-password\?token=[\w-]{43}$/,
  )
  await first.stop()

  const second = await instance.start()
  const link = second.link() ?? ''
  expect(link).not.toBe(first.link())
  expect(await apiCaller(second.url).becomeSuperAdmin(link, head), 'a token').toBeTruthy()
  await second.stop()

  const third = await instance.start()
  expect(third.link()).toBeUndefined()
})

test('SIGTERM ends it with code 0, and its database with it', async () => {
  instance = await newTestInstance()
  const product = await instance.start()
  const pid = instance.postmasterPid()
  expect(await product.stop()).toBe(0)
  await expect.poll(() => isStillRunning(pid)).toBe(false)
})

test('SIGTERM to "npm start" itself does the same', async () => {
  instance = await newTestInstance()
  const product = await instance.startByNpm()
  const pid = instance.postmasterPid()
  await product.stop()
  await expect.poll(() => isStillRunning(pid)).toBe(false)
})

test('"npm start" starts the server again when its database has died', async () => {
  instance = await newTestInstance()
  const product = await instance.startByNpm()
  const former = instance.postmasterPid()
  process.kill(former, 'SIGKILL')
  await expect.poll(() => product.printed().match(/^Ready on /gm)?.length).toBe(2)
  expect((await fetch(`${product.url}/api/health`)).status).toBe(200)
  expect(instance.postmasterPid()).not.toBe(former)
})

test('SIGTERM ends it in order while a caller is still sending', async () => {
  instance = await newTestInstance()
  const product = await instance.start()
  const pid = instance.postmasterPid()
  const slow = connect(instance.port, 'localhost', () => {
    slow.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    )
  })
  slow.on('error', () => {})
  await once(slow, 'connect')
  expect(await product.stop()).toBe(0)
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

test('a start that fails leaves the link of the running instance as it is', async () => {
  const database = await createTestDatabase()
  instance = await newTestInstance({ DATABASE_URL: database.connectionString })
  const first = await instance.start()
  const { code, complained } = await instance.startInVain()
  expect({ code, complained }).toEqual({ code: 1, complained: expect.stringContaining('is taken') })
  const token = await apiCaller(first.url).becomeSuperAdmin(first.link() ?? '')
  expect((await apiCaller(first.url).send('GET', '/clients', token)).status).toBe(200)
  await first.stop()
  await database.close()
})

test('a port that is taken, by its number', async () => {
  instance = await newTestInstance()
  const other = createServer().listen(instance.port, 'localhost')
  const { code, complained } = await instance.startInVain()
  other.close()
  expect(code).toBe(1)
  expect(complained).toContain(`Port ${instance.port} is taken.`)
  await instance.start()
})

test('a data folder that another server uses; that one goes on', async () => {
  instance = await newTestInstance()
  const product = await instance.start()
  const { code, complained } = await instance.startInVain({ PORT: `${await freePort()}` })
  expect(code).toBe(1)
  expect(complained).toMatch(/in use by a running server/)
  expect((await fetch(`${product.url}/api/health`)).status).toBe(200)
})

test('a folder of another major version of PostgreSQL, untouched', async () => {
  instance = await newTestInstance()
  await (await instance.start()).stop()
  writeFileSync(`${instance.dataDir}/postgres/PG_VERSION`, '16\n')
  const { code, complained } = await instance.startInVain()
  expect(code).toBe(1)
  expect(complained).toMatch(/16.*18|18.*16/s)
  writeFileSync(`${instance.dataDir}/postgres/PG_VERSION`, '18\n')
  await instance.start()
})

test('a wrong variable, by its name', async () => {
  instance = await newTestInstance()
  for (const [variable, value] of Object.entries({
    PORT: 'http',
    PUBLIC_URL: 'example.org',
    SESSION_SECRET: 'secret',
  })) {
    const { code, complained } = await instance.startInVain({ [variable]: value })
    expect(code).toBe(1)
    expect(complained).toContain(variable)
    expect(complained).not.toContain('    at ')
  }
})

test('a parameter, which no variable is', async () => {
  instance = await newTestInstance()
  const { code, printed, complained } = await instance.startInVain({}, '--port=4000')
  expect({ code, printed }).toEqual({ code: 1, printed: '' })
  expect(complained).toContain('npm start takes no parameters, but was given "--port=4000".')
})

test('a database server that does not answer', async () => {
  instance = await newTestInstance()
  const { code, complained } = await instance.startInVain({
    DATABASE_URL: 'postgres://who:secret@127.0.0.1:9/none',
  })
  expect(code).toBe(1)
  expect(complained).toContain('127.0.0.1:9')
  expect(complained).not.toContain('secret')
})

test('a data folder that can’t be one', async () => {
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

test('deleting the data folder gives a fresh start', async () => {
  instance = await newTestInstance()
  const first = await instance.start()
  await apiCaller(first.url).becomeSuperAdmin(first.link() ?? '')
  await instance.remove()
  mkdirSync(instance.dataDir)
  const fresh = await instance.start()
  expect(fresh.link()).toBeDefined()
})

test('ops super-admin prints a link while the server runs and while it does not, and complains about a wrong address', async () => {
  instance = await newTestInstance()
  const product = await instance.start()
  const beside = await instance.ops('super-admin', 'rosa@example.org')
  expect(beside.code).toBe(0)
  const token = await apiCaller(product.url).becomeSuperAdmin(beside.printed.trim(), 'rosa@example.org')
  expect((await apiCaller(product.url).send('GET', '/clients', token)).status).toBe(200)
  await product.stop()
  const alone = await instance.ops('super-admin', 'rosa@example.org')
  expect(alone.printed.trim()).toMatch(/^http:\/\/localhost:\d+\/set-password\?token=/)
  expect(await instance.ops('super-admin', 'rosa')).toMatchObject({ code: 1 })
  expect(await instance.ops('nonsense')).toMatchObject({ code: 1 })
  expect((await instance.ops('--help')).printed).toContain('super-admin EMAIL')
})
