import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLog } from '#server/http/request-log.ts'
import { toListenError } from '#server/listen-failure.ts'
import { stopOnSignals } from '#server/stop-on-signals.ts'
import { buildWhenChanged } from './build.ts'
import { assertNoParameters, runOrExplain } from './command-line.ts'
import { createPageServer } from './dev/page-server.ts'
import { freePort } from './free-port.ts'
import { migrations, root, say } from './install.mjs'

/*
 * `npm run dev`: Vite serves pages and portal from their sources. The API behind it restarts after changes
 * (docs/decisions/0013).
 */

/** The API reads or imports what is in these folders. */
const apiFolders = ['src/server', 'src/contract', 'organization', 'migrations']

await runOrExplain(async () => {
  assertNoParameters('npm run dev')
  process.chdir(root)
  // A copy, because Vite sets variables of its own, which the API must not get.
  const env = { ...process.env }
  const config = readConfig(env, root)
  const log = createLog(config.logLevel)
  const stopping = stopOnSignals(log)
  // The API serves fonts, slides and forms from the build.
  await buildWhenChanged(say)

  // This process keeps the private database running while the API restarts. The API migrates it.
  if (config.database.kind === 'embedded') {
    const opening = openDatabase(config.database, {
      progress: say,
      log,
      migrations,
      mode: 'attach',
      migrated: false,
      poolSize: 1,
    })
    stopping.add(async () => (await opening).close())
    await opening
  }

  const apiPort = await freePort()
  const pages = await createPageServer({ config, apiPort })
  stopping.add(() => pages.close())
  await pages.listen().catch((error: Error) => {
    // Vite's own error has no code.
    const code = /already in use/.test(error.message) ? 'EADDRINUSE' : undefined
    throw toListenError(Object.assign(error, code && { code }), config)
  })
  const api = runApi({ config, env, port: apiPort })
  stopping.add(api.stop)
  pages.watcher.on('all', (_event, path) => {
    if (apiFolders.some((folder) => path.startsWith(join(root, folder, '/')))) api.restart()
  })
})

interface ApiOptions {
  config: Config
  env: NodeJS.ProcessEnv
  port: number
}

/** Milliseconds. One save causes several events, and may change several files. */
const restartDelay = 100

/** Runs the API on a port that only this machine can reach. The API exits with this process, even if that is killed. */
function runApi({ config, env, port }: ApiOptions) {
  let timer: NodeJS.Timeout | undefined
  let isRestarting = false
  let api = start()

  function start() {
    const child = spawn(process.execPath, ['commands/server.ts'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        ...env,
        PORT: `${port}`,
        HOST: '127.0.0.1',
        PUBLIC_URL: config.publicUrl,
        TRUST_PROXY: ['127.0.0.1', ...config.trustProxy].join(),
      },
    })
    return child.once('exit', () => {
      if (isRestarting) startAgain()
    })
  }
  function startAgain() {
    isRestarting = false
    api = start()
  }
  const hasEnded = () => api.exitCode !== null || api.signalCode !== null

  return {
    restart() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        say('Restarting the API …')
        isRestarting = true
        // One that a mistake has ended is not running.
        if (hasEnded()) startAgain()
        else api.kill('SIGTERM')
      }, restartDelay)
    },
    async stop() {
      clearTimeout(timer)
      isRestarting = false
      if (hasEnded()) return
      api.kill('SIGTERM')
      await once(api, 'exit')
    },
  }
}
