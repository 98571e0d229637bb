import { constants } from 'node:os'
import { join } from 'node:path'
import { exitCodeAfterCrash } from '#server/stop-on-signals.ts'
import { buildWhenChanged } from './build.ts'
import { runOrExplain } from './command-line.ts'
import { dist, tell } from './install.mjs'
import { runChild } from './pinned-node.mjs'

/*
 * `npm start`, `npm run demo`, `npm run ops`: builds `dist/` if something has changed and runs that entry point of it. A
 * server that crashes, or that ends because its database crashed, is started again.
 */

const maxRestarts = 3
/** Milliseconds. */
const crashWindow = 60_000
const crashSignals = ['SIGABRT', 'SIGBUS', 'SIGKILL', 'SIGSEGV'] as const
const crashCodes = [exitCodeAfterCrash, ...crashSignals.map((signal) => 128 + constants.signals[signal])]

/** Megabytes. By its own choice V8 lets new objects fill 128 MB, for no measurable gain (docs/performance.md). */
const semiSpace = '--max-semi-space-size=16'

const [entryPoint = '', ...parameters] = process.argv.slice(2)

let isStopping = false

await runOrExplain(
  async () => {
    await buildWhenChanged(tell)
    for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
      process.on(event, () => {
        isStopping = true
      })
    }
    let crashes: number[] = []
    for (;;) {
      const code = await runChild(process.execPath, [
        semiSpace,
        join(dist, `${entryPoint}.js`),
        ...parameters,
      ])
      if (isStopping || entryPoint === 'ops' || !crashCodes.includes(code)) process.exit(code)
      const now = Date.now()
      crashes = [...crashes.filter((at) => at > now - crashWindow), now]
      if (crashes.length > maxRestarts) {
        tell('The server crashed too often and will not be restarted.')
        process.exit(code)
      }
      tell('The server crashed. Restarting …')
    }
  },
  { readsEnvFile: entryPoint !== 'demo' },
)
