import type { Call } from './calls.ts'
import { cpuTime, residentMemory } from './cpu.ts'
import type { LoadSeen, LoadWanted } from './load.ts'

/** One of the two that are compared. */
export interface Program {
  url: string
  pid: number
  /** Resolves when nothing that the answers caused is still to be done. */
  rest(): Promise<void>
}

export interface Round extends LoadSeen {
  /** Milliseconds of CPU for 1,000 requests. */
  serverCpu?: number | undefined
  databaseCpu?: number | undefined
  /** Megabytes that the server holds after the round. */
  memory?: number | undefined
}

export interface Measured {
  /** The round of median speed; its CPU is that of all rounds, because the kernel counts in steps of 10 ms. */
  median: Round
  /** The slowest and the fastest round, requests a second. */
  slowest: number
  fastest: number
  /** In all rounds. */
  refused: Record<string, number>
  errors: number
}

export interface Row {
  call: string
  connections: number
  product: Measured
  bare: Measured
}

export interface Bench {
  product: Program
  bare: Program
  postmasterPid: number
  load: (wanted: LoadWanted) => Promise<LoadSeen>
  seconds: number
  rounds: number
}

/** Both programs in turn, so that whatever slows the machine for a while slows both. */
export async function measure(bench: Bench, call: Call, connections: number): Promise<Row> {
  const both = [bench.product, bench.bare]
  const amounts: number[] = []
  for (const program of both) amounts.push(await warmUp(bench, program, call, connections))
  const seen: Round[][] = [[], []]
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const [which, program] of both.entries()) {
      seen[which]?.push(await oneRound(bench, program, call, connections, amounts[which] ?? connections))
    }
  }
  const [product = [], bare = []] = seen
  return { call: call.name, connections, product: summarize(product), bare: summarize(bare) }
}

/** A few requests, then a part of a round; answers how many requests make a whole one. */
async function warmUp(
  bench: Bench,
  { url, rest }: Program,
  { requests }: Call,
  connections: number,
): Promise<number> {
  const amountOf = (seconds: number, { perSecond }: LoadSeen) =>
    Math.max(Math.round(perSecond * seconds), connections * 2)
  const first = await bench.load({ url, requests, connections, amount: connections * 2 })
  const part = Math.min(bench.seconds / 3, 1)
  const second = await bench.load({ url, requests, connections, amount: amountOf(part, first) })
  await rest()
  return amountOf(bench.seconds, second)
}

async function oneRound(
  { load, postmasterPid }: Bench,
  { url, pid, rest }: Program,
  { requests }: Call,
  connections: number,
  amount: number,
): Promise<Round> {
  const before = cpuTime(pid, postmasterPid)
  const seen = await load({ url, requests, connections, amount })
  await rest()
  const after = cpuTime(pid, postmasterPid)
  if (!before || !after) return seen
  const each = 1000 / amount
  return {
    ...seen,
    serverCpu: (after.server - before.server) * each,
    databaseCpu: (after.database - before.database) * each,
    memory: residentMemory(pid),
  }
}

function summarize(rounds: Round[]): Measured {
  const sorted = rounds.toSorted((one, other) => one.perSecond - other.perSecond)
  const median = sorted[Math.floor((sorted.length - 1) / 2)]
  if (!median) throw new Error('No round was measured.')
  const refused: Record<string, number> = {}
  for (const round of rounds) {
    for (const [status, count] of Object.entries(round.refused))
      refused[status] = (refused[status] ?? 0) + count
  }
  return {
    median: {
      ...median,
      serverCpu: mean(rounds.map(({ serverCpu }) => serverCpu)),
      databaseCpu: mean(rounds.map(({ databaseCpu }) => databaseCpu)),
    },
    slowest: sorted[0]?.perSecond ?? 0,
    fastest: sorted.at(-1)?.perSecond ?? 0,
    refused,
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
  }
}

/** All rounds have as many requests. */
function mean(values: (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length
}
