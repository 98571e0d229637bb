import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { settingNames } from '#server/config.ts'
import { OperatorError } from '#server/operator-error.ts'
import { buildWhenChanged } from './build.ts'
import { freePort } from './free-port.ts'
import { dist, root, tell } from './install.mjs'
import { newTemporaryFolder } from './temporary-folder.ts'

/* The product on a data folder of its own, for commands that try or measure it. Nothing of it is left at the end. */

/** The only address that a temporary instance listens on. */
export const loopback = '127.0.0.1'

/** Milliseconds from SIGTERM to SIGKILL. */
const stopTimeout = 12_000

/** A data folder, removed in the cleanup, and settings that override those of the machine and of `.env`. */
export async function newTemporaryInstance(cleanup: AsyncDisposableStack) {
  const dataDir = newTemporaryFolder(cleanup)
  const port = await freePort()
  const url = `http://${loopback}:${port}`
  // Empty variables count as unset.
  const unset = Object.fromEntries([...settingNames, 'ENV_FILE'].map((name) => [name, '']))
  const env: Record<string, string> = {
    ...unset,
    PORT: `${port}`,
    HOST: loopback,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  }
  return { dataDir, url, env }
}

/** Starts the server or the demo. Returns what it printed until it was ready. */
export async function startUntilReady(
  cleanup: AsyncDisposableStack,
  name: 'server' | 'demo',
  env: Record<string, string>,
): Promise<string> {
  await buildWhenChanged(tell)
  const child = spawn(process.execPath, [join(dist, `${name}.js`)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  stopInCleanup(cleanup, child)
  let printed = ''
  for await (const part of child.stdout?.setEncoding('utf8') ?? []) {
    printed += part
    if (/^Ready on /m.test(printed)) return printed
  }
  throw new OperatorError(`The product did not start.\n${printed}`)
}

/** Stops the child in the cleanup. Its IPC channel ends it when this process is killed. */
export function stopInCleanup<Child extends ChildProcess>(
  cleanup: AsyncDisposableStack,
  child: Child,
): Child {
  cleanup.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
    child.kill('SIGTERM')
    await exit
    clearTimeout(timer)
  })
  return child
}
