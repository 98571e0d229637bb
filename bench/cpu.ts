import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of CPU used since the start. */
export interface CpuTime {
  server: number
  database: number
}

/** Elsewhere the columns stay empty: what /proc tells exactly has no equal there. */
export const canMeasure = process.platform === 'linux'

const millisecondsPerTick = canMeasure ? 1000 / ticksPerSecond() : 0

/** User and system time of the server, and of PostgreSQL with every process that it has or had. */
export function cpuTime(serverPid: number, postmasterPid: number): CpuTime | undefined {
  if (!canMeasure) return undefined
  return {
    server: (statOf(serverPid)?.own ?? 0) * millisecondsPerTick,
    database: ticksOfDatabase(postmasterPid) * millisecondsPerTick,
  }
}

/** A process that ends while others are read is counted nowhere, or twice: then all are read again. */
function ticksOfDatabase(postmasterPid: number): number {
  for (;;) {
    const postmaster = statOf(postmasterPid)
    if (!postmaster) return 0
    const backends = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => statOf(Number(name)))
      .filter((stat) => stat?.parent === postmasterPid)
    const ticks = backends.reduce(
      (sum, stat) => sum + (stat?.own ?? 0),
      postmaster.own + postmaster.endedChildren,
    )
    if (statOf(postmasterPid)?.endedChildren === postmaster.endedChildren) return ticks
  }
}

/** Megabytes of memory that the process holds now. */
export function residentMemory(pid: number): number | undefined {
  if (!canMeasure) return undefined
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

function statOf(pid: number) {
  try {
    // The second field, the program's name, may hold spaces and brackets; what follows doesn't.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const at = (place: number) => fields[place] ?? 0
    return { parent: at(1), own: at(11) + at(12), endedChildren: at(13) + at(14) }
  } catch {
    // It ended since the folder was read.
    return undefined
  }
}

function ticksPerSecond(): number {
  return Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
}
