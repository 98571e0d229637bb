import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { canReach, serviceAccount } from '#server/database/embedded/service-account.ts'
import {
  clusterOf,
  makeFolder,
  makeUsedFolder,
  serverPid,
  startDatabaseProcess,
  startPrivateServer,
  until,
} from '#test/support/database-process.ts'

function draftsIn(dataDir: string): string[] {
  return fs.existsSync(dataDir) ? fs.readdirSync(dataDir).filter((name) => name.includes('.tmp-')) : []
}

test('the next start completes one that was killed while it made the cluster, in a closed folder [T390]', async () => {
  const dataDir = makeFolder()
  const first = startPrivateServer(dataDir)
  await until(() => draftsIn(dataDir).some((name) => fs.existsSync(path.join(dataDir, name, 'base'))))
  await first.kill('SIGKILL')
  expect(fs.existsSync(path.join(dataDir, 'postgres'))).toBe(false)

  const second = startPrivateServer(dataDir)
  await second.up
  expect(draftsIn(dataDir)).toEqual([])
  expect(fs.statSync(dataDir).mode & 0o066).toBe(0)
  expect(fs.statSync(path.join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  for (const name of ['cluster.json', 'database-password', 'postgres.log'])
    expect([name, fs.statSync(path.join(dataDir, name)).mode & 0o777]).toEqual([name, 0o600])
})

test.each(['private database is up', 'Setting up the database'])(
  'the next start completes one that was killed at "%s"',
  async (sentence) => {
    const dataDir = makeFolder()
    const first = startPrivateServer(dataDir)
    await until(() => first.output().includes(sentence))
    await first.kill('SIGKILL')
    await startPrivateServer(dataDir).up
  },
)

/** A data folder below one that only root may enter, like those in root's home. */
function makeClosedFolder(): string {
  const dataDir = makeFolder('closed/data')
  fs.mkdirSync(path.dirname(dataDir), { mode: 0o700 })
  return dataDir
}

function removeHomeLater(dataDir: string): void {
  const home = path.dirname(clusterOf(dataDir))
  if (!home.startsWith('/var/lib/stable-housing/')) throw new Error(`${home} is no place for a closed folder`)
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }))
}

/** Starts and stops on a closed folder for the first time. */
async function useOnce(dataDir: string) {
  const server = startPrivateServer(dataDir, { writes: true })
  await until(() => server.output().includes('WROTE'))
  removeHomeLater(dataDir)
  await server.kill('SIGTERM')
  return server
}

describe.runIf(process.getuid?.() === 0)("root's folders, which PostgreSQL's account can't enter", () => {
  test('the database is placed elsewhere; a copied data folder cannot reach it, a moved one can [T389]', async () => {
    const dataDir = makeClosedFolder()
    const server = await useOnce(dataDir)
    const home = path.dirname(clusterOf(dataDir))
    expect(server.output()).toContain(`Placing the private database at ${home}, because`)
    expect(fs.statSync(clusterOf(dataDir)).uid).not.toBe(0)
    expect(fs.statSync(path.dirname(dataDir)).mode & 0o777).toBe(0o700)
    expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700)

    const copy = `${dataDir}-copy`
    fs.cpSync(dataDir, copy, { recursive: true })
    const second = startPrivateServer(copy)
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`REFUSED The data folder ${copy} is a copy of ${dataDir}`)

    fs.rmSync(dataDir, { recursive: true })
    const onCopy = startPrivateServer(copy, { writes: true })
    await until(() => onCopy.output().includes('WROTE'))
    await onCopy.kill('SIGTERM')
    expect(onCopy.output()).not.toMatch(/^WROTE 1$/m)
    expect(serverPid(copy)).toBeNull()
  })

  test('deleting the data folder gives a fresh start with a cluster of its own', async () => {
    const dataDir = makeClosedFolder()
    await useOnce(dataDir)
    const earlier = path.dirname(clusterOf(dataDir))
    fs.rmSync(dataDir, { recursive: true })
    const server = await useOnce(dataDir)
    expect(clusterOf(dataDir)).not.toContain(earlier)
    expect(server.output()).toContain(`An earlier database of this folder remains at ${earlier}.`)
    expect(server.output()).toMatch(/^WROTE 1$/m)
  })

  test('refuses a database whose open folder was closed later', async () => {
    const dataDir = await makeUsedFolder('open/data')
    fs.chmodSync(path.dirname(dataDir), 0o700)
    const second = startPrivateServer(dataDir)
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/REFUSED The account \S+, under which PostgreSQL runs, can't enter/)
  })
})

const root = path.resolve(import.meta.dirname, '../..')

test.runIf(process.getuid?.() === 0 && canReach(serviceAccount(), path.join(root, 'src', 'x')))(
  'an ordinary user can make, use and stop a private database [T483]',
  async () => {
    const { uid, gid } = serviceAccount()
    const dataDir = makeFolder('home/data', { uid, gid })
    const settings = { kind: 'embedded', dataDir } as const
    const first = startDatabaseProcess(settings, { account: { uid, gid } })
    await first.up
    await first.kill('SIGKILL')
    const second = startDatabaseProcess(settings, { account: { uid, gid } })
    await second.up
    expect(await second.kill('SIGTERM')).toBe(0)
  },
)
