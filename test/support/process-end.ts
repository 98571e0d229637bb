import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Waits until a process has ended, which it may have done before anybody asked. */
export async function processEnd(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
