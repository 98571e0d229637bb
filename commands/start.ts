import { constants } from 'node:os'
import { join } from 'node:path'
import { exitCodeAfterCrash } from '#server/stop-on-signals.ts'
import { buildWhenChanged } from './build.ts'
import { runOrExplain } from './command-line.ts'
import { dist, tell } from './install.mjs'
import { runChild } from './pinned-node.mjs'

/*
 * `npm start`, `npm run demo`, `npm run ops`: builds what has changed and runs that program of `dist/`. A server that
 * crashes, also because its database did, is started again.
 */

const restarts = { atMost: 3, within: 60_000 }
const crashSignals = ['SIGABRT', 'SIGBUS', 'SIGKILL', 'SIGSEGV'] as const
const crashCodes = [exitCodeAfterCrash, ...crashSignals.map((signal) => 128 + constants.signals[signal])]

const [program = '', ...parameters] = process.argv.slice(2)

let isStopping = false

await runOrExplain(async () => {
  await buildWhenChanged(tell)
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
    process.on(event, () => {
      isStopping = true
    })
  }
  let crashes: number[] = []
  for (;;) {
    const code = await runChild(process.execPath, [join(dist, `${program}.js`), ...parameters])
    if (isStopping || program === 'ops' || !crashCodes.includes(code)) process.exit(code)
    const now = Date.now()
    crashes = [...crashes.filter((at) => at > now - restarts.within), now]
    if (crashes.length > restarts.atMost) {
      tell('The server crashed too often and will not be restarted.')
      process.exit(code)
    }
    tell('The server crashed. Restarting …')
  }
})
