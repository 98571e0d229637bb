import { setTimeout as pause } from 'node:timers/promises'
import type { Request } from 'autocannon'
import { runOrExplain } from '#commands/command-line.ts'
import { root, say } from '#commands/install.mjs'
import { runWithCleanup } from '#commands/temporary-folder.ts'
import { chooseCalls, sendJson } from './calls.ts'
import { ascending, quantile } from './measure.ts'
import { memoryUsed } from './processes.ts'
import { startProduct } from './product.ts'
import { settleTables } from './tables.ts'

/*
 * `node commands/launch.mjs bench/staff.ts MINUTES`: 200 people at work, 60 calls a second. Prints how long each kind of call
 * took, and the server's memory each minute.
 */

const staff = 200
const callsEachSecond = 60

/** How many of a hundred calls are of each kind. */
const shares: Record<string, number> = {
  client: 25,
  search: 20,
  'notes of a client': 20,
  'dashboard of a worker': 20,
  'add a note': 5,
  'a note with all facts and a follow-up': 5,
  'edit a client': 4,
  'sign in': 1,
}

async function measureStaff(minutes: number, cleanup: AsyncDisposableStack): Promise<void> {
  const setting = { clients: 10_000, isExternal: false, restTime: 0, employees: staff }
  const product = await startProduct(root, setting, cleanup)
  await settleTables(product.superuser)
  const calls = (await chooseCalls(product)).filter(({ name }) => name in shares)
  const order = calls.flatMap((call) => Array<typeof call>(shares[call.name] ?? 0).fill(call))
  const times = new Map(calls.map(({ name }) => [name, [] as number[]]))
  const failures: string[] = []
  const next = new Map<string, number>()
  const pending: Promise<void>[] = []
  async function send(call: (typeof calls)[number]): Promise<void> {
    const at = next.get(call.name) ?? 0
    next.set(call.name, at + 1)
    const request = call.requests[at % call.requests.length] ?? {}
    const change = request.setupRequest as ((of: Request) => Request) | undefined
    const startedAt = performance.now()
    try {
      await sendJson(product.url, change?.(request) ?? request)
    } catch (error) {
      failures.push(`${call.name}: ${error}`)
    }
    times.get(call.name)?.push(performance.now() - startedAt)
  }
  const startedAt = performance.now()
  const total = minutes * 60 * callsEachSecond
  for (let sent = 0; sent < total; sent += 1) {
    await pause(Math.max(0, startedAt + (1000 * sent) / callsEachSecond - performance.now()))
    // Sign-ins are limited by address and network; here all come from one.
    if (sent % 100 === 0) await product.clearLimits()
    pending.push(send(order[(sent * 37) % order.length] as (typeof calls)[number]))
    if (sent % (60 * callsEachSecond) === 0)
      say(
        `minute ${sent / 60 / callsEachSecond}: ${memoryUsed(product.pid, product.postgresPid).toFixed(0)} MB`,
      )
  }
  await Promise.all(pending)
  say(`at the end: ${memoryUsed(product.pid, product.postgresPid).toFixed(0)} MB`)
  for (const [name, unsorted] of times) {
    const sorted = ascending(unsorted)
    const [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1].map((share) => quantile(sorted, share).toFixed(1))
    say(`${name}: ${sorted.length} calls, p50 ${p50}, p95 ${p95}, p99 ${p99}, longest ${most} ms`)
  }
  say(`${failures.length} failed${failures.length > 0 ? `: ${[...new Set(failures)].join(', ')}` : ''}`)
}

const minutes = Number(process.argv[2] ?? 10)
await runOrExplain(() => runWithCleanup((cleanup) => measureStaff(minutes, cleanup)), { readsEnvFile: false })
