import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { freePort } from '#commands/free-port.ts'
import { bareEnvironment } from './bare-environment.ts'
import { isStillRunning, makeFolder, processesOf, until } from './database-process.ts'
import { root } from './source-tree.ts'

/* The three database machines of docs/deployment.md: each is an address of this machine, and a folder with its files. */

/** PostgreSQL refuses root, which uses the account of Debian's package. */
const isRoot = process.getuid?.() === 0
const home = statSync('/var/lib/postgresql', { throwIfNoEntry: false })
const account = isRoot && home ? { uid: home.uid, gid: home.gid } : undefined
const superuser = isRoot ? 'postgres' : userInfo().username

export type Machine = ReturnType<typeof machineIn>

function machineIn(folder: string) {
  const data = `${folder}/var/lib/postgresql/15/stable-housing`
  const configuration = `${folder}/etc/patroni/config.yml`
  const env = { ...bareEnvironment, HOME: folder }
  let patroni: ChildProcess | undefined

  function run(program: string, parameters: string[], settings: Record<string, string> = {}): ChildProcess {
    const log = openSync(`${folder}/log`, 'a')
    return spawn(program, parameters, {
      stdio: ['ignore', log, log],
      env: { ...env, ...settings },
      ...account,
    })
  }

  /** Asks this server, whatever HAProxy leads to. */
  async function psql(...parameters: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(
      '/usr/bin/psql',
      [`--host=${folder}/run/postgresql`, `--username=${superuser}`, '--dbname=postgres', ...parameters],
      { env: { ...env, OWNER_PASSWORD: 'owner', APP_PASSWORD: 'app' }, ...account },
    )
    return stdout.trim()
  }
  const query = (statement: string) => psql('--tuples-only', '--no-align', `--command=${statement}`)

  return {
    run,
    psql,
    query,
    startPatroni() {
      patroni = run('/usr/bin/patroni', [configuration])
    },
    async patronictl(...parameters: string[]) {
      const [code] = await once(run('/usr/bin/patronictl', ['-c', configuration, ...parameters]), 'exit')
      if (code !== 0) throw new Error(`patronictl ${parameters.join(' ')} ended with ${code}`)
    },
    /** PostgreSQL without Patroni, as it was when it was killed. */
    async startPostgres() {
      run('/usr/lib/postgresql/15/bin/postgres', ['-D', data])
      await until(async () => (await query('SELECT 1').catch(() => '')) === '1')
    },
    /** Nothing ends properly. */
    kill() {
      patroni?.kill('SIGKILL')
      const file = `${data}/postmaster.pid`
      const postmaster = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
      if (!postmaster || !isStillRunning(postmaster)) return
      // Stopped, it reaps no process that ends meanwhile: each id stays that process's until here.
      process.kill(postmaster, 'SIGSTOP')
      for (const pid of processesOf(postmaster).reverse()) process.kill(pid, 'SIGKILL')
    },
    acceptsWrites: async () => (await query('SELECT pg_is_in_recovery()').catch(() => '')) === 'f',
  }
}

/** The blocks of commands on the page that make the certificates, and that write the files of a machine. */
function commandsOnPage(): { certificates: string[]; files: string[] } {
  const page = readFileSync(join(root, 'docs/deployment.md'), 'utf8')
  const [, section = ''] = page.split('\n## Three database machines\n')
  const blocks = [...section.matchAll(/^```\n(.*?)^```$/gms)].map(([, block]) => String(block))
  return {
    certificates: blocks.filter((block) => block.includes('-keyout ca.key')),
    files: blocks.filter((block) => block.includes('<<END')),
  }
}

/** Starts them, with the roles and the database of the program. */
export async function startDatabaseMachines() {
  const parent = makeFolder('machines', account)
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.`
  const port = await freePort()
  const execute = (commands: string[], folder: string, values: Record<string, string> = {}) => {
    const here = commands
      .join('\n')
      // What goes from this machine to itself comes from that address.
      .replaceAll('10.0.0.0/24', '127.0.0.1/32')
      .replaceAll('10.0.0.', network)
      .replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`)
      .replaceAll(/(?<=[\s=])\/(etc|run|var)\//g, `${folder}/$1/`)
      .replaceAll(/ --(group=ssl-cert|owner=postgres)/g, '')
      .replaceAll(/(username: |local all )postgres/g, `$1${superuser}`)
      .replaceAll('--mode=640', '--mode=600')
    const env = { ...bareEnvironment, ...values }
    execFileSync('/bin/bash', ['-euc', here], { cwd: parent, env, stdio: 'pipe' })
  }
  mkdirSync(parent)
  const { certificates, files } = commandsOnPage()
  execute(certificates, parent)
  const machines = ['1', '2', '3'].map((number) => {
    const folder = `${parent}/db${number}`
    const folders = ['etc/default', 'etc/patroni', 'etc/haproxy', 'run/postgresql', 'var/lib/postgresql/15']
    for (const name of ['var/lib/etcd', ...folders]) mkdirSync(`${folder}/${name}`, { recursive: true })
    execute(files, folder, {
      NAME: `db${number}`,
      ADDRESS: `${network}2${number}`,
      REPLICATION_PASSWORD: 'replication',
      REWIND_PASSWORD: 'rewind',
    })
    return { folder, ...machineIn(folder) }
  })
  copyFileSync(join(root, 'deploy/database.sql'), `${parent}/database.sql`)
  if (account) execFileSync('chown', ['--recursive', `${account.uid}:${account.gid}`, parent])

  const others: ChildProcess[] = []
  onTestFinished(async () => {
    for (const machine of machines) machine.kill()
    for (const child of others) child.kill('SIGKILL')
    await until(() => others.every(({ pid }) => !isStillRunning(Number(pid))))
  })
  for (const { folder, run } of machines) {
    const lines = readFileSync(`${folder}/etc/default/etcd`, 'utf8').trim().split('\n')
    others.push(run('/usr/bin/etcd', [], Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)))))
  }
  const [{ folder, run }] = machines as [(typeof machines)[0]]
  others.push(run('/usr/sbin/haproxy', ['-f', `${folder}/etc/haproxy/haproxy.cfg`]))
  for (const machine of machines) machine.startPatroni()

  /** Waits for one that accepts writes, other than the one that is lost. */
  async function primary(lost?: Machine): Promise<Machine> {
    for (;;)
      for (const machine of machines) if (machine !== lost && (await machine.acceptsWrites())) return machine
  }
  /** Waits until both standbys follow the primary. */
  async function standbys(): Promise<void> {
    const count = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"
    await until(async () => (await (await primary()).query(count).catch(() => '')) === '2')
  }
  await standbys()
  await (await primary()).psql(`--file=${parent}/database.sql`)
  const address = (login: string) =>
    `postgres://${login}@localhost:${port}/stable_housing?sslmode=verify-full&sslrootcert=${parent}/ca.crt`
  const settings = {
    DATABASE_URL: address('stable_housing:app'),
    DATABASE_OWNER_URL: address('stable_housing_owner:owner'),
  }
  return { settings, primary, standbys }
}
