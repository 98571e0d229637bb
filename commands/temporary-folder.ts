import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '#server/data-folder.ts'
import { placeDataFolder } from '#server/database/embedded/cluster.ts'
import { tell } from './install.mjs'

/* What a command makes for itself, and removes at its end. */

/** Does the work, then undoes what it deferred and exits; also after Ctrl-C, or when the parent process is gone. */
export async function runWithCleanup(work: (cleanup: AsyncDisposableStack) => Promise<void>): Promise<never> {
  const cleanup = new AsyncDisposableStack()
  const interrupted = Promise.race(
    ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'].map((event) => once(process, event)),
  )
  const working = work(cleanup)
  working.catch(() => {})
  try {
    await Promise.race([
      working,
      interrupted.then(() => {
        tell('Stopping …')
        process.exitCode = 130
      }),
    ])
  } finally {
    await cleanup.disposeAsync()
  }
  process.exit()
}

/** A data folder, removed in the cleanup with its database. */
export function newTemporaryFolder(cleanup: AsyncDisposableStack): string {
  const dataDir = join(realpathSync(tmpdir()), `stable-housing-trial-${randomUUID()}`)
  placeDataFolder(dataDir)
  makeFolder(dataDir)
  const folders = [realpathSync(dataDir), dataDir]
  cleanup.defer(() => {
    for (const folder of folders)
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  })
  return dataDir
}
