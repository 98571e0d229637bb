import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { writeIfAbsent } from './atomic-files.ts'
import { OperatorError } from './operator-error.ts'

/**
 * The data folder, made if need be and closed to others; returns its real path. A folder that is already
 * passable for the database's account (0711) stays so.
 */
export function prepareDataFolder(dataDir: string): string {
  try {
    makeFolder(path.dirname(dataDir))
    makeFolder(dataDir, 0o700)
    const folder = fs.realpathSync(dataDir)
    const { mode, uid } = fs.statSync(folder)
    if (folder === path.parse(folder).root || mode & 0o1000) {
      throw new OperatorError(
        `DATA_DIR names ${folder}, which others use too. Set it to a folder of its own.`,
      )
    }
    if (mode & 0o066 && uid === process.getuid?.()) fs.chmodSync(folder, mode & 0o711)
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK)
    return folder
  } catch (error) {
    throw folderFailure(error, dataDir)
  }
}

/**
 * A secret of its own for each data folder, generated on first use and kept in the file `name`, readable by
 * the owner only. Two processes that ask at once get the same one.
 */
export function secretFromDataFolder(dataDir: string, name: string): string {
  const folder = prepareDataFolder(dataDir)
  const file = path.join(folder, name)
  try {
    if (!fs.existsSync(file)) writeIfAbsent(file, `${randomBytes(32).toString('base64url')}\n`)
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

/** With the folders above it. Node.js's own `recursive` asks forever where none can be made, as below `/proc`. */
function makeFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return
  makeFolder(path.dirname(folder))
  try {
    fs.mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have been faster.
    if (isFolder(folder)) return
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new OperatorError(`No folder can be made at ${folder}. Set DATA_DIR to another folder.`)
    throw folderFailure(error, folder)
  }
}

const isFolder = (name: string) => fs.statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false

/** A file system error about a folder that we write to, as the sentence for it; other errors unchanged. */
export function folderFailure(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = sentences[code]
  return sentence ? new OperatorError(sentence(folder)) : error
}

/** What PostgreSQL's programs say when the disk is full, as a sentence; null when they say something else. */
export function fullDiskFailure(said: string, folder: string): OperatorError | null {
  const isFull = /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/.test(said)
  return isFull ? new OperatorError(diskFull(folder)) : null
}

const sentences: Record<string, (folder: string) => string> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: (folder) =>
    `The disk that holds ${folder} is read-only. Set DATA_DIR to a folder that can be written.`,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EEXIST: notAFolder,
  ELOOP: notAFolder,
  ENOTDIR: notAFolder,
}

function notAllowed(folder: string): string {
  return `This account may not write to ${folder}. Change the folder's owner, or set DATA_DIR to another folder.`
}

function diskFull(folder: string): string {
  return `The disk that holds ${folder} is full. Make room, then start again; nothing was damaged.`
}

function notAFolder(folder: string): string {
  return `${folder} is not a folder. Set DATA_DIR to a folder, or remove the file or link that is in its way.`
}
