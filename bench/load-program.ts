import autocannon from 'autocannon'
import type { Request } from './http.ts'
import type { LoadSeen, LoadWanted } from './load.ts'

/* Sends requests as fast as they are answered, on connections that are kept. */

/** Seconds until an answer counts as lost. */
const patience = 60

process.on('message', (wanted: LoadWanted) => void press(wanted).then((seen) => process.send?.(seen)))
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
// Ctrl-C reaches the whole group; whoever started this ends it.
process.on('SIGINT', () => {})

/** Requests so far. A round begins where the last one ended, so that long lists are not asked for the same again and again. */
let asked = 0

async function press({ url, connections, amount, requests }: LoadWanted): Promise<LoadSeen> {
  const times: number[] = []
  const refused: Record<string, number> = {}
  const met = new WeakSet<object>()
  const begin = asked % requests.length
  const inTurn = [...requests.slice(begin), ...requests.slice(0, begin)]
  asked += amount
  let answered = 0
  let place = 0
  let last = 0
  const ended = Promise.withResolvers<autocannon.Result>()
  const run = autocannon(
    {
      url,
      connections,
      amount,
      timeout: patience,
      // Milliseconds between two looks whether all have been answered.
      sampleInt: 20,
      setupClient: (client) => client.setRequests(shareOf(inTurn, place++, connections)),
    },
    (error, result) => (error ? ended.reject(error) : ended.resolve(result)),
  )
  const begun = performance.now()
  run.on('response', (client, status, _bytes, milliseconds) => {
    answered += 1
    last = performance.now()
    // The first answer of a connection took in its making.
    if (met.has(client)) times.push(milliseconds)
    met.add(client)
    if (status < 200 || status > 299) refused[status] = (refused[status] ?? 0) + 1
  })
  const { errors } = await ended.promise
  times.sort((one, other) => one - other)
  return {
    perSecond: (answered * 1000) / (last - begun),
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    refused,
    errors: Math.max(errors, amount - answered),
  }
}

/** Connections ask for different things; where there are fewer things than connections they begin at different ones. */
function shareOf(requests: Request[], place: number, connections: number): Request[] {
  const share = requests.filter((_, index) => index % connections === place)
  const start = place % requests.length
  const own = requests.length >= connections ? share : [...requests.slice(start), ...requests.slice(0, start)]
  // It keeps its own notes in each request object.
  return own.map((request) => ({ ...request }))
}

function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(Math.ceil(share * sorted.length), sorted.length) - 1] ?? Number.NaN
}
