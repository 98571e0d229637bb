import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from './calls.ts'
import { send } from './http.ts'
import type { Server } from './product.ts'

/** Milliseconds of CPU time: of a server, and of PostgreSQL. */
export interface Cpu {
  server: number
  database: number
}

/** The result of all rounds of one server. */
export interface Measured {
  /** Requests a second in the median round. */
  rate: number
  /** Difference of the fastest and the slowest round, as a fraction of the median. */
  spread: number
  /** Response times of all requests in milliseconds, ascending. */
  times: number[]
  /** Per request; undefined without /proc. */
  cpu: Cpu | undefined
  /** Megabytes after the last round; undefined without /proc. */
  memory: number | undefined
}

interface Length {
  rounds: number
  seconds: number
}

/** Runs the servers' rounds in turn, so that a slow moment of the machine affects all of them. */
export async function measure(
  servers: Server[],
  postgresPid: number,
  call: Call,
  callers: number,
  { rounds, seconds }: Length,
): Promise<Measured[]> {
  async function oneRound({ url, pid }: Server, length: number) {
    const before = cpuUsed(pid, postgresPid)
    const loaded = await load(url, call, callers, length)
    const after = await settledCpu(pid, postgresPid)
    const [server, database] = [after.server - before.server, after.database - before.database]
    return { ...loaded, server, database }
  }
  for (const server of servers) await oneRound(server, seconds / 3)
  const results = servers.map((server) => ({ server, rounds: [] as Awaited<ReturnType<typeof oneRound>>[] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, rounds } of results) rounds.push(await oneRound(server, seconds))
  }
  return results.map(({ server, rounds }) => {
    const rates = ascending(rounds.map(({ rate }) => rate))
    const times = ascending(rounds.flatMap(({ times }) => times))
    const each = (part: keyof Cpu) => rounds.reduce((sum, round) => sum + round[part], 0) / times.length
    const rate = quantile(rates, 0.5)
    const spread = (quantile(rates, 1) - (rates[0] ?? 0)) / rate
    const cpu = hasProc ? { server: each('server'), database: each('database') } : undefined
    return { rate, spread, times, cpu, memory: memoryUsed(server.pid) }
  })
}

export const ascending = (values: number[]) => values.sort((one, other) => one - other)

export function quantile(sorted: number[], share: number): number {
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}

/** How many requests of each call were sent: a round continues where the last one ended. */
const sentRequests = new Map<Call, number>()

/** Concurrent callers on keep-alive connections, each sending the next request after the last response. */
export async function load(url: URL, call: Call, callers: number, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const times: number[] = []
  const begun = performance.now()
  let next = sentRequests.get(call) ?? 0
  async function caller(): Promise<void> {
    do {
      const request = call.requests[next % call.requests.length]
      next += 1
      if (!request) throw new Error(`The call "${call.name}" has no requests.`)
      const sent = performance.now()
      await send(url, request, agent)
      times.push(performance.now() - sent)
    } while (performance.now() - begun < seconds * 1000)
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const rate = (times.length * 1000) / (performance.now() - begun)
  sentRequests.set(call, next)
  agent.destroy()
  return { rate, times }
}

const hasProc = process.platform === 'linux'
const millisecondsPerTick = hasProc ? 1000 / Number(execFileSync('getconf', ['CLK_TCK'])) : 0

/** Milliseconds. Audit rows of views are written up to a second after the response, and sealed soon after. */
const auditDelay = 700
const pollInterval = 250
const maxPolls = 80

/** The CPU time used so far, after background work of the requests has finished. */
async function settledCpu(pid: number, postgresPid: number): Promise<Cpu> {
  await pause(auditDelay)
  let cpu = cpuUsed(pid, postgresPid)
  for (let polls = 0; polls < maxPolls; polls += 1) {
    await pause(pollInterval)
    const before = cpu
    cpu = cpuUsed(pid, postgresPid)
    if (cpu.server + cpu.database - before.server - before.database <= 2 * millisecondsPerTick) break
  }
  return cpu
}

/** Of a server and its child processes, and of PostgreSQL with every process that it has or had. */
function cpuUsed(pid: number, postgresPid: number): Cpu {
  if (!hasProc) return { server: 0, database: 0 }
  for (;;) {
    const all = readdirSync('/proc').flatMap((name) => processStat(Number(name)) ?? [])
    const descendantsOf = (id: number): typeof all =>
      all.filter(({ parent }) => parent === id).flatMap((child) => [child, ...descendantsOf(child.pid)])
    const own = (stats: typeof all) => stats.reduce((sum, stat) => sum + stat.own, 0)
    const postgres = all.find((stat) => stat.pid === postgresPid)
    const database = own(descendantsOf(postgresPid)) + (postgres?.own ?? 0)
    const serverProcesses = [...all.filter((stat) => stat.pid === pid), ...descendantsOf(pid)]
    const includesPostgres = serverProcesses.some((stat) => stat.pid === postgresPid)
    const server = own(serverProcesses) - (includesPostgres ? database : 0)
    const ended = postgres?.endedChildren ?? 0
    // A process that ended meanwhile may be counted twice, or not at all.
    if ((processStat(postgresPid)?.endedChildren ?? 0) !== ended) continue
    return { server: server * millisecondsPerTick, database: (database + ended) * millisecondsPerTick }
  }
}

/** Resident memory of a server in megabytes: its largest Node.js process, because `npm start` is one, too. */
export function memoryUsed(pid: number): number | undefined {
  if (!hasProc) return undefined
  const all = readdirSync('/proc').flatMap((name) => processStat(Number(name)) ?? [])
  const family = [pid]
  for (const id of family) family.push(...all.filter(({ parent }) => parent === id).map((child) => child.pid))
  return Math.max(...family.map(residentMegabytes))
}

function residentMegabytes(pid: number): number {
  try {
    if (!readlinkSync(`/proc/${pid}/exe`).endsWith('node')) return 0
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    // The process has ended in the meantime.
    return 0
  }
}

function processStat(pid: number) {
  try {
    // The second field, the program's name, may hold spaces and brackets; what follows doesn't.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
    const [, parent = 0, ...fields] = text.split(' ').map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(9)
    return { pid, parent, own: user + system, endedChildren: endedUser + endedSystem }
  } catch {
    // No process, or one that ended meanwhile.
    return undefined
  }
}
