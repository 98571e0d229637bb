import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildWhenChanged } from '#commands/build.ts'
import { dist, root } from '#commands/install.mjs'
import type { Cleanup } from './cleanup.ts'

/* Programs beside this one. Each is connected to it, so that it ends by itself when this one is killed. */

/** Milliseconds that a program may take to end in order. */
const patience = 12_000

/** One of our own small programs, which takes a message and answers with a message; an absolute path. */
export function startBeside(cleanup: Cleanup, file: string): ChildProcess {
  const child = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  cleanup.add(() => end(child))
  return child
}

/** A program of `dist/`, which is built first when something has changed. */
export async function startProgram(
  cleanup: Cleanup,
  env: Record<string, string>,
  program: 'server' | 'demo' | 'ops',
  parameters: string[] = [],
): Promise<ChildProcess> {
  await buildWhenChanged((sentence) => process.stderr.write(`${sentence}\n`))
  const child = spawn(process.execPath, [join(dist, `${program}.js`), ...parameters], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  cleanup.add(() => end(child))
  return child
}

/** Sends a message and waits for the answer; an error when the program ends instead. */
export async function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  const stopped = new AbortController()
  const { signal } = stopped
  try {
    // Without a callback a program that is just ending would make this one end, too.
    const unsent = new Promise<never>((_, fail) => child.send(message, (error) => error && fail(error)))
    const answer = once(child, 'message', { signal })
    const exit = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`A program beside this one ended with ${code}.`)
    })
    unsent.catch(() => {})
    answer.catch(() => {})
    exit.catch(() => {})
    const [content] = await Promise.race([answer, exit, unsent])
    return content as Answer
  } finally {
    stopped.abort()
  }
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
