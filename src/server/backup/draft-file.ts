import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { isRunning } from '#server/is-running.ts'
import { syncFolder } from '#server/lasting-files.ts'
import { OperatorError } from '#server/operator-error.ts'

/** A file in the making, beside the one it is to become: nothing half-done ever bears the final name. */
export interface DraftFile {
  /** Writes all of it and makes it last; answers its size in bytes. */
  write(bytes: AsyncIterable<Uint8Array>): Promise<number>
  /** Gives it its name, unless another file has it already. */
  publish(file: string): Promise<void>
  /** Does nothing to what has been published. */
  discard(): Promise<void>
}

/** Milliseconds without a word written, after which a draft of another process counts as left behind. */
const longestSilence = 10 * 60_000

const ours = new Set<string>()

/** Clears what killed runs left beside `file`, and begins anew. */
export async function beginDraft(file: string): Promise<DraftFile> {
  const draft = `${file}.partial-${process.pid}-${randomBytes(4).toString('hex')}`
  ours.add(draft)
  try {
    await refuseTaken(file)
    await removeLeftDrafts(path.dirname(file), path.basename(file))
    const handle = await fs.open(draft, 'wx', 0o600)
    return {
      async write(bytes) {
        await handle.writeFile(bytes)
        await handle.sync()
        return (await handle.stat()).size
      },
      async publish(final) {
        await linkOrRename(draft, final)
        syncFolder(path.dirname(final))
      },
      async discard() {
        await handle.close().catch(() => {})
        await fs.rm(draft, { force: true })
        ours.delete(draft)
      },
    }
  } catch (error) {
    ours.delete(draft)
    throw error
  }
}

/** Removes drafts of files whose names begin so, unless somebody still writes them. */
export async function removeLeftDrafts(folder: string, begin: string): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    const pid = /\.partial-(\d+)-[0-9a-f]{8}$/.exec(name)?.[1]
    if (!pid || !name.startsWith(begin)) continue
    const draft = path.join(folder, name)
    if (await isLeft(draft, Number(pid))) await fs.rm(draft, { force: true })
  }
}

/** Process numbers are given out anew, and every container counts from one: silence decides, too. */
async function isLeft(draft: string, pid: number): Promise<boolean> {
  if (ours.has(draft)) return false
  if (pid === process.pid || !isRunning(pid)) return true
  const found = await fs.stat(draft).catch(unlessGone)
  return found !== undefined && Date.now() - found.mtimeMs > longestSilence
}

/** The other one may have given it its name since its folder was read. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** A link never replaces a file. Disks without links, such as memory sticks, get the nearest thing to it. */
async function linkOrRename(draft: string, file: string): Promise<void> {
  try {
    await fs.link(draft, file)
    await fs.rm(draft)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EEXIST') throw taken(file)
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error
    await refuseTaken(file)
    await fs.rename(draft, file)
  }
}

async function refuseTaken(file: string): Promise<void> {
  const found = await fs.lstat(file).catch(() => undefined)
  if (found) throw taken(file)
}

function taken(file: string): OperatorError {
  return new OperatorError(`${file} exists already, and a backup never replaces a file. Choose another name.`)
}
