import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Owner } from '#server/database/connection.ts'
import { contentsOf, headerOf, ourTables } from './contents.ts'
import { beginDraft, type DraftFile } from './draft-file.ts'
import { encrypted } from './encryption.ts'
import { fileFailure } from './file-failure.ts'
import { sameStart } from './gzip-start.ts'
import { beginSnapshot, endSnapshot } from './snapshot-store.ts'
import { tarOf } from './tar.ts'
import { webStream } from './web-stream.ts'

export interface BackupWanted {
  /** Absolute. Must not exist yet. */
  file: string
  /** The name in the end, where it is only known then; in the folder of `file`. */
  finalName?: () => string
  /** BACKUP_KEY; without it the file is not encrypted. */
  key: string | undefined
  /** Of this program. */
  product: string
  /** The folder of migrations. */
  migrations: string
  clock: () => Date
  progress?: (done: number, total: number) => void
  /** Told of what is in the database but not in the backup, as a sentence. */
  warn?: (sentence: string) => void
  /** Ends it early: no file, and the connection is ended. */
  signal?: AbortSignal
}

export interface BackupMade {
  file: string
  bytes: number
  isEncrypted: boolean
  /** Rows of each table. */
  rows: Record<string, number>
}

/**
 * Writes everything that the owner's connection sees at one moment into a file. When it fails, there is no file and
 * the connection is of no further use.
 */
export async function writeBackup(owner: Owner, wanted: BackupWanted): Promise<BackupMade> {
  const { file, key, signal } = wanted
  const giveUp = () => void owner.end().catch(() => {})
  try {
    const draft = await beginDraft(file)
    try {
      signal?.throwIfAborted()
      signal?.addEventListener('abort', giveUp, { once: true })
      const { bytes, rows } = await fill(owner, draft, wanted)
      signal?.throwIfAborted()
      const final = wanted.finalName?.() ?? file
      await draft.publish(final)
      return { file: final, bytes, isEncrypted: key !== undefined, rows }
    } finally {
      await draft.discard()
    }
  } catch (error) {
    throw signal?.aborted ? signal.reason : fileFailure(error, file)
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}

async function fill(owner: Owner, draft: DraftFile, wanted: BackupWanted) {
  await beginSnapshot(owner)
  const tables = await ourTables(owner, wanted)
  const header = await headerOf(owner, tables, wanted)
  const tar = tarOf(contentsOf(owner, tables, header, wanted.progress), wanted.clock())
  // Whoever reads gets the error; the callback only keeps it from being thrown a second time.
  const zipped = sameStart(pipeline(Readable.from(tar, { objectMode: false }), createGzip(), () => {}))
  const bytes = await draft.write(wanted.key ? await encrypted(webStream(zipped), wanted.key) : zipped)
  await endSnapshot(owner)
  return { bytes, rows: Object.fromEntries(header.tables.map(({ name, rows }) => [name, rows])) }
}
