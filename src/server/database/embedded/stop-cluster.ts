import { setTimeout as pause } from 'node:timers/promises'
import type { RunningCluster } from './bring-up.ts'
import { readPostmasterFile } from './postmaster-file.ts'

/** Milliseconds for the orderly end, and for the immediate one, after which the next start recovers. */
const fast = 6_000
const immediate = 2_000

/** Ends the server whose keeper is still connected, so that its process number is certainly its own. */
export async function stopCluster({ keeper, pid }: RunningCluster, cluster: string): Promise<void> {
  if (pid === null) return void (await keeper.end().catch(() => {}))
  signal(pid, 'SIGINT')
  await keeper.end().catch(() => {})
  if (await hasEnded(pid, cluster, fast)) return
  signal(pid, 'SIGQUIT')
  await hasEnded(pid, cluster, immediate)
}

/**
 * A plain `kill` asks PostgreSQL to stop politely: it refuses whoever comes and waits for those who are connected, as our
 * keeper is for ever. Has such a stop done at once, so that it can be started again.
 */
export function hurryPoliteStop({ pid }: RunningCluster, cluster: string): void {
  const file = readPostmasterFile(cluster)
  if (pid !== null && file?.pid === pid && file.isStopping) signal(pid, 'SIGINT')
}

/** A server removes its file as its last act; the process alone may stay as a zombie where nobody reaps it. */
async function hasEnded(pid: number, cluster: string, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (Date.now() < deadline) {
    if (readPostmasterFile(cluster)?.pid !== pid || !signal(pid, 0)) return true
    await pause(20)
  }
  return false
}

/** Whether there was such a process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
