import fs from 'node:fs'
import { expect, test } from 'vitest'
import {
  clusterOf,
  makeFolder,
  makeUsedFolder,
  serverPid,
  startPrivateServer,
  until,
} from '#test/support/database-process.ts'

test('refuses a second server on the same data folder, and the first goes on', async () => {
  const dataDir = await makeUsedFolder("it's my data, \u00e4")
  const first = startPrivateServer(dataDir, { writes: true })
  await first.up
  fs.symlinkSync(dataDir, `${dataDir} again`)
  const second = startPrivateServer(`${dataDir} again`)
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(
    `REFUSED The data folder ${dataDir} is in use by a running server (process ${first.child.pid}). Stop that one, or set DATA_DIR to another folder.`,
  )
  const length = first.output().length
  await until(() => first.output().length > length)
})

test('of two first starts at once one succeeds, and nothing is damaged', async () => {
  const dataDir = makeFolder()
  const both = [startPrivateServer(dataDir), startPrivateServer(dataDir)]
  const outcomes = await Promise.allSettled(both.map(({ up }) => up))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const loser = both[outcomes.findIndex(({ status }) => status === 'rejected')]
  expect(loser?.output()).toMatch(/REFUSED .* in use by a running server/)

  const winner = both[outcomes.findIndex(({ status }) => status === 'fulfilled')]
  expect(await winner?.kill('SIGTERM')).toBe(0)
  expect(fs.readdirSync(dataDir).filter((name) => name.includes('tmp'))).toEqual([])
  await startPrivateServer(dataDir).up
})

test('the last user of PostgreSQL stops it, whether server or command [T356]', async () => {
  const dataDir = await makeUsedFolder()
  const start = async (mode: 'server' | 'attach') => {
    const first = startPrivateServer(dataDir, { mode })
    await first.up
    return first
  }
  const first = await start('attach')
  expect(serverPid(dataDir)).not.toBeNull()
  const server = await start('server')
  const between = await start('attach')
  for (const command of [first, between]) {
    expect(await command.kill('SIGTERM')).toBe(0)
    expect(serverPid(dataDir)).not.toBeNull()
  }
  const longest = await start('attach')
  await server.kill('SIGTERM')
  expect(serverPid(dataDir)).not.toBeNull()
  expect(await longest.kill('SIGTERM')).toBe(0)
  expect(serverPid(dataDir)).toBeNull()
})

test('a server and commands that start at the same moment all get the database', async () => {
  const dataDir = await makeUsedFolder()
  const orphaned = startPrivateServer(dataDir)
  await orphaned.up
  await orphaned.kill('SIGKILL')
  const modes = ['attach', 'server', 'attach'] as const
  const all = modes.map((mode) => startPrivateServer(dataDir, { mode }))
  await Promise.all(all.map(({ up }) => up))
  for (const server of all) expect(await server.kill('SIGTERM')).toBe(0)
  expect(serverPid(dataDir)).toBeNull()
})

test('a copy of a data folder in use never reaches the original [T388]', async () => {
  const original = await makeUsedFolder()
  const first = startPrivateServer(original)
  await first.up
  const copy = `${original}-copy`
  copyInUse(original, copy)
  chownLike(clusterOf(original), clusterOf(copy))
  const second = startPrivateServer(copy)
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(/REFUSED (Another PostgreSQL|Another database)/)
  expect(serverPid(original)).not.toBeNull()
})

/** Sockets and files that vanish meanwhile are not worth an error while a folder in use is copied. */
function copyInUse(original: string, copy: string): void {
  for (;;) {
    try {
      const filter = (file: string) => !file.includes('/run-') && !file.endsWith('.old')
      fs.cpSync(original, copy, { recursive: true, filter })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      fs.rmSync(copy, { recursive: true, force: true })
    }
  }
}

function chownLike(model: string, copy: string): void {
  const { uid, gid } = fs.statSync(model)
  fs.chmodSync(copy, 0o700)
  for (const name of ['.', ...fs.readdirSync(copy, { recursive: true })])
    fs.lchownSync(`${copy}/${name}`, uid, gid)
}
