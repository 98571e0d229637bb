import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { writeIfAbsent } from './atomic-files.ts'
import { OperatorError } from './operator-error.ts'

/**
 * Creates the data folder if needed, closes it to others and returns its real path. A folder that the database's account
 * may pass through (0711) stays so.
 */
export function prepareDataFolder(dataDir: string): string {
  try {
    makeFolder(path.dirname(dataDir))
    makeFolder(dataDir, 0o700)
    const folder = fs.realpathSync(dataDir)
    const { mode, uid } = fs.statSync(folder)
    if (folder === path.parse(folder).root || mode & 0o1000) {
      throw new OperatorError(
        `DATA_DIR is ${folder}, which other programs use, too. Set it to a separate folder.`,
      )
    }
    if (mode & 0o066 && uid === process.getuid?.()) fs.chmodSync(folder, mode & 0o711)
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK)
    return folder
  } catch (error) {
    throw toFolderError(error, dataDir)
  }
}

/**
 * Reads the secret in the file `name`, and generates it on first use. Concurrent processes get the same secret. Only the
 * owner can read the file.
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
    throw toFolderError(error, file)
  }
  throw new OperatorError(
    `The file ${file} is damaged: it contains no secret. Restore it from a backup of the folder.`,
  )
}

/** Creates the folder and its parents. Node.js's `recursive` option loops forever where that is impossible, as in `/proc`. */
export function makeFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return
  makeFolder(path.dirname(folder))
  try {
    fs.mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have been faster.
    if (isFolder(folder)) return
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new OperatorError(`The folder ${folder} cannot be created. Set DATA_DIR to another folder.`)
    throw toFolderError(error, folder)
  }
}

const isFolder = (name: string) => fs.statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Turns a file system error about a folder into an OperatorError; returns other errors unchanged. */
export function toFolderError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = sentences[code]
  return sentence ? new OperatorError(sentence(folder)) : error
}

/** An OperatorError if PostgreSQL's output says that the disk is full, else null. */
export function toFullDiskError(output: string, folder: string): OperatorError | null {
  const isFull = /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/.test(output)
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
  return `The disk that holds ${folder} is full. Free some space, then start again; nothing was damaged.`
}

function notAFolder(folder: string): string {
  return `${folder} is not a folder. Set DATA_DIR to a folder, or remove the file or link that is in its way.`
}
