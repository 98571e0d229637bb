import fs from 'node:fs'
import path from 'node:path'
import { replaceFile } from '#server/atomic-files.ts'
import { prepareDataFolder } from '#server/data-folder.ts'
import { OperatorError } from '#server/operator-error.ts'
import type { ChainHead } from './chain.ts'

/* The newest link, kept outside the database, so that a tail cut off there is noticed here. A file each database. */

export function fileOfHead(dataDir: string, database: string): string {
  return path.join(prepareDataFolder(dataDir), `audit-head-${database}`)
}

/** Never goes back to an earlier link: another process of this data folder may have remembered a later one. */
export function rememberHead(dataDir: string, database: string, { seq, hash }: ChainHead): void {
  if (seq <= (rememberedHead(dataDir, database)?.seq ?? 0)) return
  replaceFile(fileOfHead(dataDir, database), `${seq} ${hash.toString('hex')}\n`)
}

/** Undefined where this data folder never saw the chain. */
export function rememberedHead(dataDir: string, database: string): ChainHead | undefined {
  const file = fileOfHead(dataDir, database)
  if (!fs.existsSync(file)) return undefined
  const [, seq, hash] = /^(\d+) ([\da-f]{64})\n$/.exec(fs.readFileSync(file, 'utf8')) ?? []
  if (seq && hash) return { seq: Number(seq), hash: Buffer.from(hash, 'hex') }
  throw new OperatorError(
    `The file ${file} is damaged. Put it back from a backup of the folder, or remove it.`,
  )
}

/** After a restore the database begins where the backup ended. */
export function forgetHead(dataDir: string, database: string): void {
  fs.rmSync(fileOfHead(dataDir, database), { force: true })
}
