import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { dedicatedAccount, isRoot } from '#server/database/embedded/service-account.ts'
import {
  clusterOf,
  makeFolder,
  makeUsedFolder,
  serverPid,
  startPrivateServer,
  until,
} from '#test/support/database-process.ts'
import { root } from '#test/support/source-tree.ts'

const account = isRoot() ? dedicatedAccount() : undefined

function numbersIn(output: string): number[] {
  return [...output.matchAll(/^WROTE (\d+)$/gm)].map(([, number]) => Number(number))
}

describe.runIf(account)('a database that runs as nobody', () => {
  test.each([
    ['with its socket in the data folder', 'data'],
    ['with its socket elsewhere', `deeper/${'a'.repeat(120)}`],
  ])('is handed over with every record, once its PostgreSQL has ended, %s [T486]', async (_, name) => {
    const dataDir = await makeUsedFolder(name)
    const folder = clusterOf(dataDir)
    const ofRoot = makeFolder('of-root')
    fs.writeFileSync(ofRoot, '')
    fs.symlinkSync(ofRoot, path.join(folder, 'link'))
    const sockets = fs.readdirSync(dataDir).filter((one) => one.startsWith('run-'))
    execFileSync('chown', ['-hR', 'nobody:', folder, ...sockets.map((one) => path.join(dataDir, one))])
    const nobody = fs.statSync(folder).uid
    // Commands hand nothing over, because a server may be starting.
    const command = startPrivateServer(dataDir, { mode: 'attach', writes: true })
    await until(() => numbersIn(command.output()).length > 20)
    await command.kill('SIGKILL')

    const beside = startPrivateServer(dataDir, { writes: true })
    await until(() => numbersIn(beside.output()).length > 20)
    expect(beside.output(), 'at any log level').toMatch(
      /^The private database runs under the account nobody/m,
    )
    expect(ownersIn(folder)).toEqual([nobody])
    await beside.kill('SIGTERM')

    const server = startPrivateServer(dataDir, { writes: true })
    await until(() => numbersIn(server.output()).length > 0)
    expect(numbersIn(server.output())[0]).toBeGreaterThan(numbersIn(beside.output()).at(-1) ?? 0)
    expect(numbersIn(beside.output())[0]).toBeGreaterThan(numbersIn(command.output()).at(-1) ?? 0)
    expect(ownersIn(folder)).toEqual([account?.uid])
    expect(fs.statSync(`/proc/${serverPid(dataDir)}`).uid).toBe(account?.uid)
    expect(server.output()).not.toContain('nobody')
    expect(fs.statSync(ofRoot).uid).toBe(0)
  })
})

function ownersIn(folder: string): number[] {
  const names = ['.', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  const stats = names.map((name) => fs.lstatSync(path.join(folder, name), { throwIfNoEntry: false }))
  return [...new Set(stats.flatMap((stat) => stat?.uid ?? []))]
}

/** With an /etc of its own, so that no account is added to this machine. */
const inOwnEtc = (then: string) => `
  cp -a /etc "$0" && sed -i /^stable-housing:/d "$0"/passwd "$0"/shadow "$0"/group "$0"/gshadow &&
  mount --bind "$0" /etc && ${then} exec "${process.execPath}" --input-type=module --eval "$1"`

const program = `
  import { serviceAccount } from '#server/database/embedded/service-account.ts'
  import { leaveNobody } from '#server/database/embedded/postmaster.ts'
  const account = serviceAccount()
  console.log(account.name)
  leaveNobody({ dataDir: '/', id: '0', home: '/', folder: '/nowhere', account }, console.log)`

function run(script: string): string {
  const { stdout } = spawnSync('unshare', ['-m', 'sh', '-c', script, makeFolder('etc'), program], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout
}

// A container may not be allowed to mount, and a machine may not have useradd.
const mayMount = account && spawnSync('unshare', ['-m', 'mount', '--bind', '/etc', '/etc']).status === 0

test.runIf(mayMount)('root adds an account for the private database [T484]', () => {
  expect(run(inOwnEtc(''))).toBe('stable-housing\n')
})

test.runIf(mayMount)(
  'without a way to add an account, the private database runs as nobody, with a warning [T485]',
  () => {
    expect(run(inOwnEtc('mount -o remount,bind,ro /etc &&'))).toBe(
      'nobody\nThe private database runs under the account nobody, which other programs may use, too. Add an account for it alone (useradd --system stable-housing), then start again.\n',
    )
  },
)
