import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Config } from '#server/config.ts'
import { freePort } from '../free-port.ts'
import { root } from '../install.mjs'

export interface ServerRun {
  port: number
  /** Null as soon as it serves; else, once it has ended without, what it said. */
  started: Promise<string | null>
  /** Once the process is gone, for whatever reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

interface ServerOptions {
  build: string
  env: NodeJS.ProcessEnv
  config: Config
  /** Takes each line that the server has for people. */
  onLine: (line: string) => void
}

/** Milliseconds: what runs is finished first, as in production, but nobody waits for it for long here. */
const patience = 6_000
const complaintLength = 4_000

/** Starts the server on a port of its own that only this machine reaches; it ends when this process does. */
export async function runServer({ build, env, config, onLine }: ServerOptions): Promise<ServerRun> {
  const port = await freePort()
  const child = fork(join(root, 'commands/dev/server.ts'), [build], {
    cwd: root,
    env: { ...env, ...behindTheFront(config, port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  if (child.stdout) createInterface({ input: child.stdout }).on('line', onLine)
  let said = ''
  child.stderr?.on('data', (part: Buffer) => {
    process.stderr.write(part)
    said = `${said}${part}`.slice(0, complaintLength)
  })
  // Not 'exit': by then the last words may still be on their way.
  const ended = new Promise<void>((done) => {
    child.on('close', () => done())
    child.on('error', () => done())
  })
  const started = new Promise<string | null>((done) => {
    child.on('message', () => done(null))
    ended.then(() => done(said.trim() || 'The server ended without a word.'))
  })
  return { port, started, ended, stop: () => stop(child, ended) }
}

/** The front stands before the server as the only proxy that is believed, besides those of the settings. */
function behindTheFront(config: Config, port: number) {
  return {
    PORT: `${port}`,
    HOST: '127.0.0.1',
    PUBLIC_URL: config.publicUrl,
    TRUST_PROXY: ['127.0.0.1', ...config.trustProxy].join(','),
  }
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patience)
  await ended
  clearTimeout(timer)
}
