import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { isStillRunning, makeUsedFolder } from '#test/support/database-process.ts'
import { newTestInstance, type TestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* How the built server starts and stops, also when it is disturbed. */

let instance: TestInstance
afterEach(() => instance.remove())

test('prints a set-up link before "Ready on" until a password is set, and shuts down cleanly at SIGTERM [T215]', async () => {
  const head = 'head@example.org'
  instance = await newTestInstance({ SUPER_ADMIN_EMAIL: head })
  const first = await instance.start()
  const lines = first.printed().trim().split('\n')
  expect(lines.at(-1)).toBe(`Ready on ${first.url}`)
  expect(lines.at(-2)).toMatch(
    /^Create the first super-admin: http:\/\/localhost:\d+\/set-password\?token=[\w-]{43}$/,
  )
  expect(lines.at(-3)).toBe(`The account of the first super-admin: ${head}`)
  const pid = instance.postmasterPid()
  const slow = connect(instance.port, 'localhost', () => {
    slow.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    )
  })
  slow.on('error', () => {})
  await once(slow, 'connect')
  expect(await first.stop(), 'while a request is still being sent').toBe(0)
  await expect.poll(() => isStillRunning(pid)).toBe(false)

  const second = await instance.start()
  const link = second.link() ?? ''
  expect(link).not.toBe(first.link())
  expect(await apiCaller(second.url).becomeSuperAdmin(link, head), 'a token').toBeTruthy()
  await second.stop()

  const third = await instance.start()
  expect(third.link()).toBeUndefined()

  const rosa = 'rosa@example.org'
  const created = await instance.ops('super-admin', rosa)
  expect(created.code).toBe(0)
  const token = await apiCaller(third.url).becomeSuperAdmin(created.printed.trim(), rosa)
  expect((await apiCaller(third.url).send('GET', '/clients', token)).status).toBe(200)
})

test('says on standard error what is risky, and that emails are files, at every log level [T221]', async () => {
  instance = await newTestInstance({
    DATA_DIR: await makeUsedFolder(),
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://www.example.org',
  })
  const { errorOutput } = await instance.stopStartAt('Ready on')
  expect(errorOutput.split('\n')).toEqual([
    expect.stringMatching(/^PUBLIC_URL \(http:\/\/www\.example\.org\) is not encrypted\./),
    'SMTP_URL is not set: emails are not sent, but saved as files in DATA_DIR/mail.',
    'BACKUP_KEY is not set: backups are not encrypted.',
    '',
  ])
})

test('reports invalid variables and unexpected parameters, and exits with code 1 [T364]', async () => {
  instance = await newTestInstance()
  const invalid = { PORT: 'http', PUBLIC_URL: 'example.org', SESSION_SECRET: 'secret' }
  const variables = await instance.runFailingStart(invalid)
  expect(variables.code).toBe(1)
  for (const name of Object.keys(invalid)) expect(variables.errorOutput).toContain(name)
  expect(variables.errorOutput).not.toContain('    at ')

  const parameter = await instance.runFailingStart({}, '--port=4000')
  expect(parameter).toEqual({
    code: 1,
    printed: '',
    errorOutput: expect.stringContaining('npm start takes no parameters, but was given "--port=4000".'),
  })
})

test('"npm start" restarts the server after a crash of its database, and stops both at SIGTERM [T319]', async () => {
  instance = await newTestInstance({ DATA_DIR: await makeUsedFolder() })
  const product = await instance.startByNpm()
  const killed = instance.postmasterPid()
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => product.printed().match(/^Ready on /gm)?.length).toBe(2)
  expect((await fetch(`${product.url}/api/health`)).status).toBe(200)
  const pid = instance.postmasterPid()
  expect(pid).not.toBe(killed)
  await product.stop()
  await expect.poll(() => isStillRunning(pid)).toBe(false)
})

test('SIGTERM during the start stops it before the next step with code 0', async () => {
  instance = await newTestInstance()
  const making = await instance.stopStartAt('Creating the private database')
  expect([making.code, making.errorOutput]).toEqual([0, ''])
  const migrating = await instance.stopStartAt('Setting up the database')
  expect([migrating.code, migrating.errorOutput]).toEqual([0, ''])
  const makingPages = await instance.stopStartAt('SMTP_URL is not set')
  expect([makingPages.code, makingPages.printed]).toEqual([0, expect.not.stringContaining('Ready on')])
})

test('reports a port that is in use, and leaves the set-up link of the running instance valid', async () => {
  const database = await createTestDatabase()
  instance = await newTestInstance({ DATABASE_URL: database.connectionString })
  const first = await instance.start()
  const { code, errorOutput } = await instance.runFailingStart()
  expect({ code, errorOutput }).toEqual({
    code: 1,
    errorOutput: expect.stringContaining(`Port ${instance.port} is in use.`),
  })
  const token = await apiCaller(first.url).becomeSuperAdmin(first.link() ?? '')
  expect((await apiCaller(first.url).send('GET', '/clients', token)).status).toBe(200)
})
