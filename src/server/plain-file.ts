import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from './operator-error.ts'

/* Reads files of folders that others may write to: a link there may lead to a secret, and a pipe may never answer. */

/** Opens a regular file for reading. Follows no link and waits for nothing. */
export async function openPlainFile(file: string): Promise<FileHandle> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error) => {
    throw error.code === 'ELOOP' ? notPlain(file) : error
  })
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw notPlain(file)
}

const notPlain = (file: string) =>
  new OperatorError(`${file} is a link or not a regular file, and is not read.`)

/** Reads a regular file. Follows links inside the folder, and none that lead out of it. */
export async function readWithin(folder: string, file: string): Promise<Buffer> {
  const [inside, real] = await Promise.all([realpath(folder), realpath(file)])
  if (!real.startsWith(path.join(inside, path.sep)))
    throw new OperatorError(`${file} is a link out of the folder ${folder}, and is not read.`)
  const handle = await openPlainFile(real)
  return await handle.readFile().finally(() => handle.close())
}
