import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { Call } from './calls.ts'

/** A program that is measured. */
export interface Program {
  origin: string
  pid: number
}

/** Milliseconds for one call, in the median round. */
export interface Cost {
  time: number
  /** Processor time of server and database; not a number outside of Linux. */
  cpu: number
}

interface Length {
  rounds: number
  seconds: number
}

/** Runs the programs' rounds in turn: a slow moment of the machine affects all of them. */
export async function measure(
  programs: Program[],
  call: Call,
  { rounds, seconds }: Length,
  { postgresPid, clearLimits }: { postgresPid: number; clearLimits: () => Promise<unknown> },
): Promise<Cost[]> {
  const whole = call.callers * call.steps
  async function round({ origin, pid }: Program, amount: number) {
    await clearLimits()
    const before = cpuUsed(pid, postgresPid)
    const milliseconds = await load(origin, call, amount)
    const cpu = (await settledCpu(pid, postgresPid)) - before
    const calls = amount / call.steps
    return { time: (milliseconds * call.callers) / calls, cpu: cpu / calls }
  }
  const measured = programs.map((program) => ({ program, amount: whole, costs: [] as Cost[] }))
  // The first two rounds warm up, and tell how many requests take a program so long.
  for (let count = -2; count < rounds; count += 1) {
    for (const part of measured) {
      const cost = await round(part.program, part.amount)
      part.amount = whole * Math.max(1, Math.round((1000 * seconds) / cost.time))
      if (count >= 0) part.costs.push(cost)
    }
  }
  return measured.map(({ costs }) => ({
    time: quantile(costs.map(({ time }) => time)),
    cpu: quantile(costs.map(({ cpu }) => cpu)),
  }))
}

/** The median, or the value that another part of them is below. */
export function quantile(values: number[], part = 0.5): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN
}

/**
 * Sends that many requests on kept-alive connections, one after another on each, and waits for all. Returns the
 * milliseconds that they took.
 */
async function load(origin: string, call: Call, amount: number): Promise<number> {
  let [startedAt, ended, failed] = [0, 0, '']
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: origin,
        amount,
        connections: call.callers,
        timeout: 120,
        bailout: 1,
        sampleInt: 10,
        setupClient: (client) => client.setRequests(nextRequests(call)),
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    )
    run.on('start', () => {
      startedAt = performance.now()
    })
    run.on('response', (_client, status) => {
      ended = performance.now()
      if (status < 200 || status > 299) failed = `with ${status}`
    })
  })
  if (errors > 0 || failed) throw new Error(`${origin} answered "${call.name}" ${failed || 'with nothing'}.`)
  return ended - startedAt
}

/** The requests of one connection: an equal share of all, another one each time. */
function nextRequests(call: Call): autocannon.Request[] {
  const { requests, callers, steps, next } = call
  const length = steps * Math.ceil(requests.length / steps / callers)
  call.next = (next + length) % requests.length
  return Array.from({ length }, (_, n) => ({ ...requests[(next + n) % requests.length] }))
}

/* Processor time of a program and of its PostgreSQL, from Linux's /proc, in milliseconds. */

const hasProc = process.platform === 'linux'
const millisecondsPerTick = hasProc ? 1000 / Number(execFileSync('getconf', ['CLK_TCK'])) : Number.NaN

/** The processor time used so far, after background work of earlier requests has finished. */
async function settledCpu(pid: number, postgresPid: number): Promise<number> {
  // Audit rows of views are written up to a second after the response, and sealed soon after.
  await pause(hasProc ? 700 : 0)
  let [before, cpu] = [0, cpuUsed(pid, postgresPid)]
  for (let polls = 0; polls < 80 && cpu - before > 2 * millisecondsPerTick; polls += 1) {
    await pause(250)
    before = cpu
    cpu = cpuUsed(pid, postgresPid)
  }
  return cpu
}

/** Of both with their child processes. The private PostgreSQL may be a child of the server. */
function cpuUsed(pid: number, postgresPid: number): number {
  if (!hasProc) return Number.NaN
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? processStat(Number(name)) : []))
  const family = new Set([pid, postgresPid])
  // Once for each generation: npm, Node.js, PostgreSQL.
  for (const _ of [1, 2, 3]) for (const stat of all) if (family.has(stat.parent)) family.add(stat.pid)
  const ticks = all.filter((stat) => family.has(stat.pid)).reduce((sum, stat) => sum + stat.ticks, 0)
  return ticks * millisecondsPerTick
}

/** Its ticks, with those of its children that have ended. None for a process that has ended meanwhile. */
function processStat(pid: number) {
  try {
    // The second field, the program's name, may hold spaces and brackets; what follows doesn't.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
    const [, parent = 0, ...fields] = text.split(' ').map(Number)
    return [{ pid, parent, ticks: fields.slice(9, 13).reduce((sum, field) => sum + field, 0) }]
  } catch {
    return []
  }
}
