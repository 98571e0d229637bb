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

/** Checked only once, because comparing all sources takes longer than some commands. */
let built: Promise<void> | undefined

const stopAtOutput = join(root, 'test/support/stop-at-output.ts')

/** A running server. */
export interface RunningProduct {
  url: string
  process: ChildProcess
  /** The standard output so far. */
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
  /** Starts the server with `npm start`. */
  startByNpm(): Promise<RunningProduct>
  /** Starts the server and waits until it has ended by itself. */
  runFailingStart(
    env?: Record<string, string>,
    ...parameters: string[]
  ): Promise<{ code: number | null; printed: string; errorOutput: string }>
  /** Starts the server and sends it SIGTERM the moment it prints that text. */
  stopStartAt(text: string): Promise<{ code: number | null; printed: string; errorOutput: string }>
  ops(...parameters: string[]): Promise<{ code: number | null; printed: string; errorOutput: string }>
  postmasterPid(): number
  remove(): Promise<void>
}

/** A data folder and a port for starting and stopping the built product. */
export async function newTestInstance(more: Record<string, string> = {}): Promise<TestInstance> {
  const dataDir = more.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'stable-housing-product-'))
  const port = await freePort()
  const env = {
    PORT: `${port}`,
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: 'warn',
    ...(more.DATABASE_URL && { SESSION_SECRET: 'rT6wq9ZkV2mXc8LpYb4Hs1NjD7fGe0Ua' }),
    ...more,
  }
  const started: RunningProduct[] = []
  const run = (program: string, parameters: string[], extra: Record<string, string> = {}) =>
    spawn(program, parameters, {
      cwd: root,
      env: { ...bareEnvironment, ...env, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const runBuilt = async (parameters: string[], extra: Record<string, string> = {}) => {
    built ??= buildWhenChanged(() => {})
    await built
    return run(process.execPath, parameters, extra)
  }
  const runEntryPoint = (name: string, parameters: string[] = [], extra: Record<string, string> = {}) =>
    runBuilt([join(dist, `${name}.js`), ...parameters], extra)
  const begin = async (child: ChildProcess) => {
    const product = await ready(child, env.PUBLIC_URL)
    started.push(product)
    return product
  }

  return {
    dataDir,
    port,
    env,
    start: async () => begin(await runEntryPoint('server')),
    startByNpm: () => begin(run('npm', ['start'])),
    runFailingStart: async (extra = {}, ...parameters) =>
      finished(await runEntryPoint('server', parameters, extra)),
    stopStartAt: async (text) =>
      finished(await runBuilt(['--import', stopAtOutput, join(dist, 'server.js')], { STOP_AT_OUTPUT: text })),
    ops: async (...parameters) => finished(await runEntryPoint('ops', parameters)),
    postmasterPid: () =>
      Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    async remove() {
      for (const product of started) await product.stop()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** Restarts the product after a crash, as `npm start` does, or after a kill, as a service does. */
export async function keepRunning(instance: TestInstance) {
  let product = await instance.start()
  let crashes = 0
  const startAgain = async (code: number | null) => {
    if (code !== exitCodeAfterCrash && code !== null) return
    crashes += 1
    product = await instance.start()
    product.process.once('exit', startAgain)
  }
  product.process.once('exit', startAgain)
  return {
    url: product.url,
    link: product.link,
    crashes: () => crashes,
    stop: () => product.stop(),
    kill: () => void product.process.kill('SIGKILL'),
  }
}

function ready(child: ChildProcess, url: string): Promise<RunningProduct> {
  const { printed, errorOutput } = outputOf(child)
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
      reject(new Error(`ended with ${code} before it was ready:\n${printed()}${errorOutput()}`)),
    )
  })
}

function finished(
  child: ChildProcess,
): Promise<{ code: number | null; printed: string; errorOutput: string }> {
  const { printed, errorOutput } = outputOf(child)
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, printed: printed(), errorOutput: errorOutput() }))
  })
}

function outputOf(child: ChildProcess) {
  let printed = ''
  let errorOutput = ''
  child.stdout?.on('data', (part) => {
    printed += part
  })
  child.stderr?.on('data', (part) => {
    errorOutput += part
  })
  return { printed: () => printed, errorOutput: () => errorOutput }
}

function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code))
    child.kill('SIGTERM')
  })
}
