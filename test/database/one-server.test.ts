import fs from 'node:fs'
import { expect, test } from 'vitest'
import type { EmbeddedSettings } from '#server/database/open-database.ts'
import {
  clusterOf,
  makeFolder,
  makeUsedFolder,
  serverPid,
  startDatabaseProcess,
  until,
} from '#test/support/database-process.ts'

const settingsFor = (dataDir: string): EmbeddedSettings => ({ kind: 'embedded', dataDir })

test('a second server on the same data folder is refused with a sentence, and the first goes on', async () => {
  const dataDir = await makeUsedFolder("it's my data, \u00e4")
  const first = startDatabaseProcess(settingsFor(dataDir), { writes: true })
  await first.up
  fs.symlinkSync(dataDir, `${dataDir} again`)
  const second = startDatabaseProcess(settingsFor(`${dataDir} again`))
  expect(await second.ended).toBe(1)
  expect(second.said()).toContain(
    `REFUSED The data folder ${dataDir} is in use by a running server (process ${first.child.pid}). Stop that one, or set DATA_DIR to another folder.`,
  )
  const length = first.said().length
  await until(() => first.said().length > length)
})

test('of two first starts at once one wins, the other is refused, and nothing is damaged', async () => {
  const dataDir = makeFolder()
  const both = [startDatabaseProcess(settingsFor(dataDir)), startDatabaseProcess(settingsFor(dataDir))]
  const outcomes = await Promise.allSettled(both.map(({ up }) => up))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const loser = both[outcomes.findIndex(({ status }) => status === 'rejected')]
  expect(loser?.said()).toMatch(/REFUSED .* in use by a running server/)

  const winner = both[outcomes.findIndex(({ status }) => status === 'fulfilled')]
  expect(await winner?.kill('SIGTERM')).toBe(0)
  expect(fs.readdirSync(dataDir).filter((name) => name.includes('tmp'))).toEqual([])
  await startDatabaseProcess(settingsFor(dataDir)).up
})

test('a start right after a kill, or while the one before is ending, gets the folder', async () => {
  const dataDir = await makeUsedFolder()
  const first = startDatabaseProcess(settingsFor(dataDir), { writes: true })
  await first.up
  void first.kill('SIGTERM')
  const second = startDatabaseProcess(settingsFor(dataDir), { writes: true })
  await second.up
  second.child.kill('SIGKILL')
  await startDatabaseProcess(settingsFor(dataDir)).up
})

test('whoever uses PostgreSQL last stops it, a server or an operator’s command', async () => {
  const dataDir = await makeUsedFolder()
  const start = async (mode: 'server' | 'attach') => {
    const one = startDatabaseProcess(settingsFor(dataDir), { mode })
    await one.up
    return one
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

test("a server and operators' commands that start at the same moment all get the database", async () => {
  const dataDir = await makeUsedFolder()
  const orphaned = startDatabaseProcess(settingsFor(dataDir))
  await orphaned.up
  await orphaned.kill('SIGKILL')
  const modes = ['attach', 'server', 'attach'] as const
  const all = modes.map((mode) => startDatabaseProcess(settingsFor(dataDir), { mode }))
  await Promise.all(all.map(({ up }) => up))
  for (const one of all) expect(await one.kill('SIGTERM')).toBe(0)
  expect(serverPid(dataDir)).toBeNull()
})

test('a copy of a data folder in use never reaches the original, nor starts on the copied process file', async () => {
  const original = await makeUsedFolder()
  const first = startDatabaseProcess(settingsFor(original))
  await first.up
  const copy = `${original}-copy`
  copyInUse(original, copy)
  chownLike(clusterOf(original), clusterOf(copy))
  const second = startDatabaseProcess(settingsFor(copy))
  expect(await second.ended).toBe(1)
  expect(second.said()).toMatch(/REFUSED (Another PostgreSQL|Another database)/)
  expect(serverPid(original)).not.toBeNull()
})

/** Sockets and files that vanish meanwhile are not worth an error to whoever copies a folder in use. */
function copyInUse(original: string, copy: string): void {
  for (;;) {
    try {
      const filter = (file: string) => !file.includes('/run/') && !file.endsWith('.old')
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
