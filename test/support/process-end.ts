import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Waits until a process has ended, or returns at once if it has. */
export async function processEnd(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
