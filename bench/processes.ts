import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/* Processor time and memory of a server and of its PostgreSQL, from Linux's /proc. Elsewhere they are not a number. */

/** Milliseconds of processor time, or megabytes of memory. */
export interface Usage {
  server: number
  database: number
}

const hasProc = process.platform === 'linux'
const millisecondsPerTick = hasProc ? 1000 / Number(execFileSync('getconf', ['CLK_TCK'])) : Number.NaN

/** Milliseconds. Audit rows of views are written up to a second after the response, and sealed soon after. */
const auditDelay = 700
const pollInterval = 250
const maxPolls = 80

/** The processor time used so far, after background work of earlier requests has finished. */
export async function settledCpu(pid: number, postgresPid: number): Promise<Usage> {
  if (!hasProc) return { server: Number.NaN, database: Number.NaN }
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

export function cpuUsed(pid: number, postgresPid: number): Usage {
  if (!hasProc) return { server: Number.NaN, database: Number.NaN }
  const { server, database } = families(pid, postgresPid)
  const total = (family: Stat[]) => family.reduce((sum, { ticks }) => sum + ticks, 0) * millisecondsPerTick
  return { server: total(server), database: total(database) }
}

/** Resident memory of a server in megabytes: its largest process, because `npm start` is one, too. */
export function memoryUsed(pid: number, postgresPid: number): number {
  if (!hasProc) return Number.NaN
  return Math.max(...families(pid, postgresPid).server.map(({ megabytes }) => megabytes))
}

/** A server and PostgreSQL with their child processes. The private PostgreSQL may be a child of the server. */
function families(pid: number, postgresPid: number) {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? processStat(Number(name)) : []))
  const withChildren = (id: number): Stat[] => [
    ...all.filter((stat) => stat.pid === id),
    ...all.filter(({ parent }) => parent === id).flatMap((child) => withChildren(child.pid)),
  ]
  const database = withChildren(postgresPid)
  return { server: withChildren(pid).filter((stat) => !database.includes(stat)), database }
}

interface Stat {
  pid: number
  parent: number
  /** Of the process and of its children that have ended. */
  ticks: number
  megabytes: number
}

/** None for a process that has ended meanwhile. */
function processStat(pid: number): Stat[] {
  try {
    // The second field, the program's name, may hold spaces and brackets; what follows doesn't.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
    const [, parent = 0, ...fields] = text.split(' ').map(Number)
    const ticks = fields.slice(9, 13).reduce((sum, field) => sum + field, 0)
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return [{ pid, parent, ticks, megabytes: Number(kilobytes ?? 0) / 1024 }]
  } catch {
    return []
  }
}
