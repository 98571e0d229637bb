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

/** Starts and stops on a closed folder for the first time. Returns where the data is. */
async function useOnce(dataDir: string) {
  const server = startPrivateServer(dataDir, { writes: true })
  await until(() => server.output().includes('WROTE'))
  const folder = fs.realpathSync(dataDir)
  if (!folder.startsWith('/var/lib/stable-housing/'))
    throw new Error(`${folder} is no place for a closed folder`)
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  await server.kill('SIGTERM')
  return { folder, output: server.output() }
}

describe.runIf(process.getuid?.() === 0)("root's folders, which PostgreSQL's account can't enter", () => {
  test('the data folder becomes a link to a place that the account can enter, and stays one [T389]', async () => {
    const dataDir = makeClosedFolder()
    const { folder, output } = await useOnce(dataDir)
    expect(output).toContain(`${dataDir} is a link to ${folder}, because PostgreSQL can't run as root`)
    expect(fs.statSync(clusterOf(dataDir)).uid).not.toBe(0)
    expect(fs.statSync(path.dirname(dataDir)).mode & 0o777).toBe(0o700)
    expect(fs.statSync(folder).mode & 0o777).toBe(0o711)

    const moved = `${dataDir}-moved`
    fs.renameSync(dataDir, moved)
    const second = startPrivateServer(moved, { writes: true })
    await until(() => second.output().includes('WROTE'))
    const third = startPrivateServer(moved)
    expect(await third.ended).toBe(1)
    expect(third.output()).toMatch(/REFUSED The data folder .* is in use by a running server/)
    await second.kill('SIGTERM')
    expect(second.output()).not.toMatch(/^WROTE 1$/m)
    expect(serverPid(moved)).toBeNull()
  })

  test('deleting the link gives a fresh start, and ends a server that uses it', async () => {
    const dataDir = makeClosedFolder()
    const { folder } = await useOnce(dataDir)
    const running = startPrivateServer(dataDir)
    await running.up
    fs.rmSync(dataDir)
    await running.ended
    expect(running.output()).toContain(`The data folder ${dataDir} was removed while in use.`)
    const { folder: fresh, output } = await useOnce(dataDir)
    expect(fresh).not.toBe(folder)
    expect(output).toMatch(/^WROTE 1$/m)
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
