import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning } from '#server/is-running.ts'

export interface BuildFolder {
  /** A new empty folder for the next build. Of the older ones that one stays which is served, however many failed since. */
  next(served: string | null): Promise<string>
  remove(): Promise<void>
}

const name = /^development-(\d+)$/

/** A folder that belongs to this process; what processes that are gone have left is cleared. */
export async function claimBuildFolder(into: string): Promise<BuildFolder> {
  await mkdir(into, { recursive: true })
  for (const entry of await readdir(into)) {
    const pid = Number(name.exec(entry)?.[1])
    if (pid && (pid === process.pid || !isRunning(pid))) await clear(join(into, entry))
  }
  const own = join(into, `development-${process.pid}`)
  let count = 0
  return {
    async next(served) {
      await mkdir(own, { recursive: true })
      const older = (await readdir(own)).map((entry) => join(own, entry))
      for (const folder of older) if (folder !== served) await clear(folder)
      count += 1
      const folder = join(own, `${count}`)
      await mkdir(folder)
      return folder
    },
    remove: () => clear(own),
  }
}

async function clear(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
