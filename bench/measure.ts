import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from './calls.ts'
import { send } from './http.ts'
import type { Program } from './product.ts'

/** Milliseconds of CPU: of a program, and of PostgreSQL. */
interface Cpu {
  program: number
  database: number
}

/** Of all rounds of one program. */
export interface Measured {
  /** Requests a second in the median round. */
  rate: number
  /** How far the slowest and the fastest round are apart, as a part of the median. */
  spread: number
  /** Of all requests, in milliseconds, ascending. */
  times: number[]
  /** For one request; undefined where there is no /proc. */
  cpu: Cpu | undefined
}

interface Length {
  rounds: number
  seconds: number
}

/** The programs in turn, so that whatever slows the machine for a while slows both. */
export async function measure(
  programs: Program[],
  postgresPid: number,
  call: Call,
  callers: number,
  { rounds, seconds }: Length,
): Promise<Measured[]> {
  async function oneRound({ url, pid }: Program, length: number) {
    const before = cpuOf(pid, postgresPid)
    const seen = await load(url, call, callers, length)
    const after = await settledCpu(pid, postgresPid)
    const [program, database] = [after.program - before.program, after.database - before.database]
    return { ...seen, program, database }
  }
  for (const program of programs) await oneRound(program, seconds / 3)
  const seen = programs.map((program) => ({ program, rounds: [] as Awaited<ReturnType<typeof oneRound>>[] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const { program, rounds } of seen) rounds.push(await oneRound(program, seconds))
  }
  return seen.map(({ rounds }) => {
    const rates = ascending(rounds.map(({ rate }) => rate))
    const times = ascending(rounds.flatMap(({ times }) => times))
    const each = (part: keyof Cpu) => rounds.reduce((sum, round) => sum + round[part], 0) / times.length
    const rate = quantile(rates, 0.5)
    const spread = (quantile(rates, 1) - (rates[0] ?? 0)) / rate
    const cpu = hasProc ? { program: each('program'), database: each('database') } : undefined
    return { rate, spread, times, cpu }
  })
}

const ascending = (values: number[]) => values.sort((one, other) => one - other)

export function quantile(sorted: number[], share: number): number {
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}

/** How many requests of each call were sent: a round begins where the last one ended. */
const asked = new Map<Call, number>()

/** Callers on connections that are kept, each asking again at once. Every request is waited for. */
async function load(url: URL, call: Call, callers: number, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const times: number[] = []
  const begun = performance.now()
  let next = asked.get(call) ?? 0
  async function caller(): Promise<void> {
    do {
      const request = call.requests[next % call.requests.length]
      next += 1
      if (!request) throw new Error(`There is nothing to ask for "${call.name}".`)
      const sent = performance.now()
      await send(url, request, agent)
      times.push(performance.now() - sent)
    } while (performance.now() - begun < seconds * 1000)
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const rate = (times.length * 1000) / (performance.now() - begun)
  asked.set(call, next)
  agent.destroy()
  return { rate, times }
}

const hasProc = process.platform === 'linux'
const millisecondsPerTick = hasProc ? 1000 / Number(execFileSync('getconf', ['CLK_TCK'])) : 0

/** Milliseconds: audit rows of views are written within a second after the answer, and sealed soon after that. */
const writtenWithin = 700
const look = 250
const mostLooks = 80

/** The CPU used so far, once everything that the answers caused has been done. */
async function settledCpu(pid: number, postgresPid: number): Promise<Cpu> {
  await pause(writtenWithin)
  let cpu = cpuOf(pid, postgresPid)
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await pause(look)
    const before = cpu
    cpu = cpuOf(pid, postgresPid)
    if (cpu.program + cpu.database - before.program - before.database <= 2 * millisecondsPerTick) break
  }
  return cpu
}

/** Of a program with its children, and of PostgreSQL with every process that it has or had. */
function cpuOf(pid: number, postgresPid: number): Cpu {
  if (!hasProc) return { program: 0, database: 0 }
  for (;;) {
    const all = readdirSync('/proc').flatMap((name) => statOf(Number(name)) ?? [])
    const familyOf = (id: number): typeof all =>
      all.filter(({ parent }) => parent === id).flatMap((child) => [child, ...familyOf(child.pid)])
    const own = (stats: typeof all) => stats.reduce((sum, stat) => sum + stat.own, 0)
    const postgres = all.find((stat) => stat.pid === postgresPid)
    const database = own(familyOf(postgresPid)) + (postgres?.own ?? 0)
    const family = [...all.filter((stat) => stat.pid === pid), ...familyOf(pid)]
    const isIn = family.some((stat) => stat.pid === postgresPid)
    const program = own(family) - (isIn ? database : 0)
    const ended = postgres?.endedChildren ?? 0
    // A process that ended meanwhile may be counted twice, or not at all.
    if ((statOf(postgresPid)?.endedChildren ?? 0) !== ended) continue
    return { program: program * millisecondsPerTick, database: (database + ended) * millisecondsPerTick }
  }
}

function statOf(pid: number) {
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
