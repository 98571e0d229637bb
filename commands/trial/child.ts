import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildWhenChanged } from '#commands/build.ts'
import { dist, root, tell } from '#commands/install.mjs'
import type { Cleanup } from './cleanup.ts'

/* Child processes. Each has an IPC channel, so that it exits when this process is killed. */

/** Milliseconds from SIGTERM to SIGKILL. */
const stopTimeout = 12_000

/** Starts an entry point of `dist/`, after a build if something has changed. */
export async function startEntryPoint(
  cleanup: Cleanup,
  env: Record<string, string>,
  name: 'server' | 'demo' | 'ops',
  parameters: string[] = [],
): Promise<ChildProcess> {
  await buildWhenChanged(tell)
  const child = spawn(process.execPath, [join(dist, `${name}.js`), ...parameters], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return stopInCleanup(cleanup, child)
}

/** Stops the child in the cleanup. */
export function stopInCleanup<Child extends ChildProcess>(cleanup: Cleanup, child: Child): Child {
  cleanup.add(() => stop(child))
  return child
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const exit = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
  child.kill('SIGTERM')
  await exit
  clearTimeout(timer)
}
