import autocannon from 'autocannon'
import type { Call } from './calls.ts'
import { cpuUsed, memoryUsed, settledCpu, type Usage } from './processes.ts'
import type { Product, Server } from './product.ts'

/** The result of all rounds of one server. */
export interface Measured {
  /** Requests a second in the median round. */
  rate: number
  /** Difference of the fastest and the slowest round, as a fraction of the median. */
  spread: number
  /** Response times of all requests in milliseconds, ascending. */
  times: number[]
  /** Milliseconds of processor time for one request. */
  cpu: Usage
  /** Megabytes after the last round. */
  memory: number
}

interface Length {
  rounds: number
  seconds: number
}

/** Runs the servers' rounds in turn: a slow moment of the machine affects all of them. */
export async function measure(
  product: Product,
  servers: Server[],
  call: Call,
  { rounds, seconds }: Length,
): Promise<Measured[]> {
  const { postgresPid } = product
  const measured = servers.map((server) => ({ server, amount: call.callers, rounds: [] as Round[] }))
  const whole = call.callers * (call.inTurn ?? 1)
  const amountAt = (rate: number) => whole * Math.max(1, Math.round((rate * seconds) / whole))
  async function oneRound({ url, pid }: Server, limit: Limit): Promise<Round> {
    await product.clearLimits()
    const before = cpuUsed(pid, postgresPid)
    const loaded = await load(url, call, limit)
    const after = await settledCpu(pid, postgresPid)
    return { ...loaded, server: after.server - before.server, database: after.database - before.database }
  }
  for (const part of measured) {
    const warmUp = await oneRound(part.server, { duration: seconds })
    part.amount = amountAt(warmUp.rate)
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const part of measured) {
      const done = await oneRound(part.server, { amount: part.amount })
      part.rounds.push(done)
      part.amount = amountAt(done.rate)
    }
  }
  return measured.map(({ server, rounds }) => {
    const rates = ascending(rounds.map(({ rate }) => rate))
    const rate = quantile(rates, 0.5)
    const times = ascending(rounds.flatMap((round) => round.times))
    const each = (part: keyof Usage) => rounds.reduce((sum, round) => sum + round[part], 0) / times.length
    return {
      rate,
      spread: (quantile(rates, 1) - quantile(rates, 0)) / rate,
      times,
      cpu: { server: each('server'), database: each('database') },
      memory: memoryUsed(server.pid, postgresPid),
    }
  })
}

type Limit = { amount: number } | { duration: number }

interface Round extends Usage {
  rate: number
  times: number[]
}

export const ascending = (values: number[]) => values.sort((a, b) => a - b)

export function quantile(sorted: number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Seconds. */
const requestTimeout = 120

/** Milliseconds between autocannon's looks whether it has finished. */
const sampleInt = 10

/**
 * Sends requests on kept-alive connections, one after another on each. With an amount every request is waited for; a
 * duration cuts off the last ones.
 */
export async function load(url: URL, call: Call, limit: Limit) {
  const times: number[] = []
  let [startedAt, ended, wrongStatus] = [0, 0, 0]
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        ...limit,
        url: url.origin,
        connections: call.callers,
        timeout: requestTimeout,
        bailout: 1,
        sampleInt,
        setupClient: (client) => client.setRequests(nextRequests(call)),
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    )
    run.on('start', () => {
      startedAt = performance.now()
    })
    run.on('response', (_client, status, _bytes, time) => {
      times.push(time)
      ended = performance.now()
      if (status < 200 || status > 299) wrongStatus = status
    })
  })
  if (errors > 0) throw new Error(`${url.origin} did not answer "${call.name}".`)
  if (wrongStatus) throw new Error(`${url.origin} answered "${call.name}" with ${wrongStatus}.`)
  return { rate: (times.length * 1000) / (ended - startedAt), times }
}

/** The requests of one connection: an equal share of all, another one each time. */
function nextRequests(call: Call): autocannon.Request[] {
  const { requests, callers } = call
  const length = Math.ceil(requests.length / callers)
  const from = call.next ?? 0
  call.next = (from + length) % requests.length
  return Array.from({ length }, (_, n) => ({ ...requests[(from + n) % requests.length] }))
}
