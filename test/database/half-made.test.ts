import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { EmbeddedSettings } from '#server/database/open-database.ts'
import { makeFolder, makeUsedFolder, startDatabaseProcess, until } from '#test/support/database-process.ts'

const settingsFor = (dataDir: string): EmbeddedSettings => ({ kind: 'embedded', dataDir })

function draftsIn(dataDir: string): string[] {
  return fs.existsSync(dataDir) ? fs.readdirSync(dataDir).filter((name) => name.includes('.tmp-')) : []
}

test('a first start that was killed while it made the cluster is completed by the next, in a closed folder', async () => {
  const dataDir = makeFolder()
  const first = startDatabaseProcess(settingsFor(dataDir))
  await until(() => draftsIn(dataDir).some((name) => fs.existsSync(path.join(dataDir, name, 'base'))))
  await first.kill('SIGKILL')
  expect(fs.existsSync(path.join(dataDir, 'postgres'))).toBe(false)

  const second = startDatabaseProcess(settingsFor(dataDir))
  await second.up
  expect(draftsIn(dataDir)).toEqual([])
  expect(fs.statSync(dataDir).mode & 0o066).toBe(0)
  expect(fs.statSync(path.join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  for (const name of ['cluster.json', 'database-password', 'postgres.log'])
    expect([name, fs.statSync(path.join(dataDir, name)).mode & 0o777]).toEqual([name, 0o600])
})

test.each(['Making the private database', 'private database is up', 'Migrating the database'])(
  'a first start that was killed at "%s" is completed by the next',
  async (sentence) => {
    const dataDir = makeFolder()
    const first = startDatabaseProcess(settingsFor(dataDir))
    await until(() => first.said().includes(sentence))
    await first.kill('SIGKILL')
    await startDatabaseProcess(settingsFor(dataDir)).up
  },
)

test('a path that is too long for a socket works', async () => {
  const dataDir = await makeUsedFolder(`deeper/${'a'.repeat(120)}`)
  const first = startDatabaseProcess(settingsFor(dataDir))
  await first.up
  await first.kill('SIGKILL')
  await startDatabaseProcess(settingsFor(dataDir)).up
})
