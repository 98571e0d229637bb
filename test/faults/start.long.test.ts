import { afterEach, expect, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { isStillRunning, makeUsedFolder } from '#test/support/database-process.ts'
import { newTestInstance, type TestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* Starts of the built server that are disturbed. */

let instance: TestInstance
afterEach(() => instance.remove())

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
