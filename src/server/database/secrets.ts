import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { folderFailure, prepareDataFolder } from '#server/data-folder.ts'
import { createOnce } from '#server/lasting-files.ts'
import { OperatorError } from '#server/operator-error.ts'

/**
 * A secret of its own for each data folder, generated on first use and kept in the file `name`, readable by
 * the owner only. Two processes that ask at once get the same one.
 */
export function secretFromDataFolder(dataDir: string, name: string): string {
  const folder = prepareDataFolder(dataDir)
  const file = path.join(folder, name)
  try {
    if (!fs.existsSync(file)) createOnce(file, `${randomBytes(32).toString('base64url')}\n`)
    if (fs.statSync(file).mode & 0o077) fs.chmodSync(file, 0o600)
    const secret = fs.readFileSync(file, 'utf8').trim()
    if (secret.length >= 32) return secret
  } catch (error) {
    throw folderFailure(error, file)
  }
  throw new OperatorError(
    `The file ${file} is damaged: it holds no secret. Put it back from a backup of the folder.`,
  )
}
