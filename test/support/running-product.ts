import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenChanged } from '#commands/build.ts'
import { freePort } from '#commands/free-port.ts'
import { dist } from '#commands/install.mjs'
import { exitCodeAfterCrash } from '#server/stop-on-signals.ts'
import { bareEnvironment } from './bare-environment.ts'
import { root } from './source-tree.ts'

const endWhenSaid = join(root, 'test/support/end-when-said.ts')

/** What a start printed, and how to end it. */
export interface RunningProduct {
  url: string
  process: ChildProcess
  /** Everything on standard output so far. */
  printed(): string
  /** The set-up link of a first start. */
  link(): string | undefined
  stop(): Promise<number | null>
}

export interface TestInstance {
  dataDir: string
  port: number
  env: Record<string, string>
  start(): Promise<RunningProduct>
  /** The same by the command that people use. */
  startByNpm(): Promise<RunningProduct>
  /** Runs a start that is expected to fail. */
  startInVain(
    env?: Record<string, string>,
    ...parameters: string[]
  ): Promise<{ code: number | null; printed: string; complained: string }>
  /** Runs a start that is asked to end the moment it says that. */
  startUntil(said: string): Promise<{ code: number | null; printed: string; complained: string }>
  ops(...parameters: string[]): Promise<{ code: number | null; printed: string; complained: string }>
  postmasterPid(): number
  remove(): Promise<void>
}

/** A data folder and a port of its own on which the real program is started, killed and started again. */
export async function newTestInstance(more: Record<string, string> = {}): Promise<TestInstance> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stable-housing-product-'))
  const port = await freePort()
  const env = {
    PORT: `${port}`,
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: 'warn',
    ...more,
  }
  const started: RunningProduct[] = []
  const run = (program: string, parameters: string[], extra: Record<string, string> = {}) =>
    spawn(program, parameters, {
      cwd: root,
      env: { ...bareEnvironment, ...env, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const runProgram = async (name: string, parameters: string[] = [], extra: Record<string, string> = {}) => {
    await buildWhenChanged(() => {})
    return run(process.execPath, [join(dist, `${name}.js`), ...parameters], extra)
  }
  const begin = async (child: ChildProcess) => {
    const product = await ready(child, env.PUBLIC_URL)
    started.push(product)
    return product
  }

  return {
    dataDir,
    port,
    env,
    start: async () => begin(await runProgram('server')),
    startByNpm: () => begin(run('npm', ['start'])),
    startInVain: async (extra = {}, ...parameters) => finished(await runProgram('server', parameters, extra)),
    startUntil: (said) =>
      finished(
        run(process.execPath, ['--import', endWhenSaid, join(dist, 'server.js')], {
          END_WHEN_SAID: said,
        }),
      ),
    ops: async (...parameters) => finished(await runProgram('ops', parameters)),
    postmasterPid: () =>
      Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    async remove() {
      for (const product of started) await product.stop()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** As `npm start` does: starts the program again after it has ended with exit code 70. */
export async function keepRunning(instance: TestInstance) {
  let product = await instance.start()
  let crashes = 0
  const startAgain = async (code: number | null) => {
    if (code !== exitCodeAfterCrash) return
    crashes += 1
    product = await instance.start()
    product.process.once('exit', startAgain)
  }
  product.process.once('exit', startAgain)
  return { url: product.url, link: product.link, crashes: () => crashes, stop: () => product.stop() }
}

function ready(child: ChildProcess, url: string): Promise<RunningProduct> {
  const { printed, complained } = outputOf(child)
  const product: RunningProduct = {
    url,
    process: child,
    printed,
    link: () => /^Create the first super-admin: (\S+)$/m.exec(printed())?.[1],
    stop: () => stop(child),
  }
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (/^Ready on /m.test(printed())) resolve(product)
    })
    child.on('exit', (code) =>
      reject(new Error(`ended with ${code} before it was ready:\n${printed()}${complained()}`)),
    )
  })
}

function finished(
  child: ChildProcess,
): Promise<{ code: number | null; printed: string; complained: string }> {
  const { printed, complained } = outputOf(child)
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, printed: printed(), complained: complained() }))
  })
}

function outputOf(child: ChildProcess) {
  let printed = ''
  let complained = ''
  child.stdout?.on('data', (part) => {
    printed += part
  })
  child.stderr?.on('data', (part) => {
    complained += part
  })
  return { printed: () => printed, complained: () => complained }
}

function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code))
    child.kill('SIGTERM')
  })
}
