import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#commands/free-port.ts'
import { bareEnvironment } from './bare-environment.ts'

export interface RunningDevelopment {
  url: string
  dataDir: string
  /** The output so far, of both streams. */
  output(): string
  /** The newest set-up link. */
  link(): string
  /** Stops it as Ctrl-C does. Returns the exit code. */
  stop(): Promise<number | null>
}

/** Starts `npm run dev` of a source tree, with its own data folder and port. */
export async function startDevelopment(root: string): Promise<RunningDevelopment> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stable-housing-development-'))
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, 'commands/dev.ts')], {
    cwd: root,
    env: {
      ...bareEnvironment,
      PORT: `${port}`,
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://localhost:${port}`,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ready = Promise.withResolvers<void>()
  const ended = new Promise<number | null>((done) => child.on('exit', done))
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part
      if (/^Ready on /m.test(output)) ready.resolve()
    })
  }
  ended.then((code) => ready.reject(new Error(`ended with ${code} before it was ready:\n${output}`)))
  await ready.promise
  return {
    url: `http://localhost:${port}`,
    dataDir,
    output: () => output,
    link: () => output.match(/(?<=^Create the first super-admin: )\S+$/gm)?.at(-1) ?? '',
    async stop() {
      child.kill('SIGINT')
      const code = await ended
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
      return code
    },
  }
}
