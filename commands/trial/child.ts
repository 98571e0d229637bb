import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildWhenChanged } from '#commands/build.ts'
import { dist, root, tell } from '#commands/install.mjs'
import type { Cleanup } from './cleanup.ts'

/* Programs beside this one. Each is connected to it, so that it ends by itself when this one is killed. */

/** Milliseconds that a program may take to end in order. */
const patience = 12_000

/** A program of `dist/`, which is built first when something has changed. */
export async function startProgram(
  cleanup: Cleanup,
  env: Record<string, string>,
  program: 'server' | 'demo' | 'ops',
  parameters: string[] = [],
): Promise<ChildProcess> {
  await buildWhenChanged(tell)
  const child = spawn(process.execPath, [join(dist, `${program}.js`), ...parameters], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return endAfterwards(cleanup, child)
}

/** Has the program end with this run. */
export function endAfterwards<Child extends ChildProcess>(cleanup: Cleanup, child: Child): Child {
  cleanup.add(() => end(child))
  return child
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const exit = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), patience)
  child.kill('SIGTERM')
  await exit
  clearTimeout(timer)
}
