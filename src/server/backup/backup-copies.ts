import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { getSystemErrorMessage } from 'node:util'
import type { Log } from '#server/database/open-database.ts'
import { OperatorError } from '#server/operator-error.ts'
import { partialName, removePartialFiles } from './backup-file.ts'
import { backupPrefix, brieflyOnce, forever, keptBackups, keptCount } from './kept-backups.ts'

interface CopyOptions {
  from: string
  /** Has to exist. */
  to: string
  clock: () => Date
  log: Pick<Log, 'info' | 'warn'>
}

/** Copies the daily backups to a second folder. Backups never wait for it: it may be on a share that does not answer. */
export function copyBackups({ from, to, clock, log }: CopyOptions) {
  let copying: Promise<void> | undefined
  let lastFailure: string | null = null

  async function copyMissing(signal: AbortSignal): Promise<void> {
    await removePartialFiles(to, backupPrefix)
    const copied = await keptBackups(to, clock())
    for (const { name, file, bytes } of await keptBackups(from, clock())) {
      if (copied.some((copy) => copy.name === name && copy.bytes === bytes)) continue
      await copyFile(file, path.join(to, name), signal)
      log.info(`The daily backup was copied: ${name}.`)
    }
    for (const { file } of (await keptBackups(to, clock())).slice(keptCount))
      await fs.rm(file, { force: true })
  }

  return {
    /** Copies what is missing, unless that is still going on. */
    begin(signal: AbortSignal): void {
      copying ??= copyMissing(signal)
        .then(
          () => {
            lastFailure = null
          },
          (error: unknown) => {
            const sentence = sentenceOf(error)
            if (!signal.aborted && sentence !== lastFailure) log.warn(sentence)
            lastFailure = sentence
          },
        )
        .finally(() => {
          copying = undefined
        })
    },
    lastFailure: () => lastFailure,
    finished: () => copying,
    look: brieflyOnce(async () => {
      const kept = await keptBackups(to, clock())
      return { kept, newest: kept.find(({ age }) => age < forever) }
    }),
  }
}

/** The copy gets its name once it is on the disk and was read back. */
async function copyFile(from: string, to: string, signal: AbortSignal): Promise<void> {
  const partial = partialName(to)
  try {
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(createReadStream(from), target, { signal })
    if ((await digestOf(partial, signal)) !== (await digestOf(from, signal)))
      throw new OperatorError('The copy of a backup differs from it: the disk for copies may be damaged.')
    await fs.rename(partial, to)
  } finally {
    await fs.rm(partial, { force: true })
  }
}

async function digestOf(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash, { signal })
  return hash.digest('hex')
}

/** Omits the path, because the log and the health reply must not show it. */
function sentenceOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  const { errno } = error as NodeJS.ErrnoException
  const reason = errno === undefined ? 'the disk did not work as expected' : getSystemErrorMessage(errno)
  return `The backup could not be copied: ${reason}.`
}
