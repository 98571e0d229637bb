import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startPrivateDatabase } from '#server/database/embedded/private-database.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { makeFolder } from '#test/support/database-process.ts'
import { inSession } from '#test/support/database-server.ts'
import { hodan } from '#test/support/people.ts'
import { keepRunning, newTestInstance } from '#test/support/running-product.ts'

const megabyte = 1024 * 1024

/** How often the disk is filled; more in `npm run faults`. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 1)

test('writes to a full disk get 503, nothing is lost or damaged, and they succeed again when there is space [T487]', {
  repeats: rounds - 1,
}, async (context) => {
  const disk = mountDisk()
  context.skip(!disk, 'This test mounts a small disk, which needs Linux, root and the right to mount.')
  const dataDir = join(String(disk), 'data')
  const instance = await newTestInstance({ DATA_DIR: dataDir })
  onTestFinished(() => instance.remove())
  const product = await keepRunning(instance)
  const { becomeSuperAdmin, send } = apiCaller(product.url)
  const token = await becomeSuperAdmin(product.link() ?? '')
  const { body: client } = await send('POST', '/clients', token, hodan)
  const notes = `/clients/${client.id}/notes`
  const acknowledged: string[] = []

  async function write(): Promise<string> {
    const text = randomBytes(4_000).toString('base64')
    const { status, body } = await send('POST', notes, token, { text }).catch(() => ({ status: 0, body: {} }))
    if (status === 201) acknowledged.push(body.id)
    return status === 201 ? '201' : `${status} ${body.code}`
  }

  // First no table can grow. Then the write-ahead log can't, and PostgreSQL itself stops.
  for (const needMoreSpace of [async () => {}, await walSwitch(dataDir)]) {
    expect(await write()).toBe('201')
    const ballast = fill(String(disk))
    await needMoreSpace()
    const answers = new Set<string>()
    // Until the last free pages are used, too.
    do {
      answers.clear()
      for (let attempt = 0; attempt < 10; attempt += 1) answers.add(await write())
    } while (answers.has('201'))
    expect(['503 storage-full', '503 database-away']).toEqual(expect.arrayContaining([...answers]))
    const { status } = await send('GET', '/clients/summary', token)
    expect([200, 503], 'reads succeed, or get 503 while the database restarts').toContain(status)
    expect((await fetch(`${product.url}/home`)).status).toBe(200)
    rmSync(ballast)
    while ((await write()) !== '201') await pause(50)
  }

  expect(product.crashes()).toBe(1)
  await product.stop()
  await instance.start()
  const { body: found } = await send('GET', notes, token)
  const ids = new Set(found.map(({ id }: { id: string }) => id))
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  expect(await instance.ops('verify-audit')).toMatchObject({ code: 0 })
})

/** Mounts a small disk for the test. Undefined where that is not possible. */
function mountDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const disk = makeFolder('disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=192m', 'none', disk], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', ['-l', disk]))
  return disk
}

/** Fills a disk with one file, whose path it returns. */
function fill(disk: string): string {
  const ballast = join(disk, 'ballast')
  const file = openSync(ballast, 'w')
  try {
    // Writes until it fails, because PostgreSQL changes the free space meanwhile.
    for (;;) writeSync(file, Buffer.alloc(megabyte))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
  return ballast
}

/** Returns a function that makes PostgreSQL begin another segment of its write-ahead log, which needs space. */
async function walSwitch(dataDir: string): Promise<() => Promise<void>> {
  const { superuserConnection, stop } = await startPrivateDatabase({ dataDir, mode: 'attach', progress() {} })
  await stop()
  return async () => {
    const switched = inSession(superuserConnection, async (client) => {
      for (let times = 0; times < 20; times += 1)
        await client.query("SELECT pg_switch_wal(), pg_logical_emit_message(false, '', '')")
    })
    await expect(switched, 'PostgreSQL stopped').rejects.toThrow()
  }
}
