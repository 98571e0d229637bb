import { createReadStream } from 'node:fs'
import { OperatorError } from '#server/operator-error.ts'

/** Bytes: more clients than any provider has, and still read at once. */
const largestFile = 50 * 1024 * 1024

/** A file, a pipe or a device, up to 50 MB: what has no size of its own is counted as it comes. */
export async function readBytes(file: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
      size += part.length
      if (size > largestFile) throw tooLarge(file)
      parts.push(part)
    }
  } catch (error) {
    throw sentenceFor(error as NodeJS.ErrnoException, file)
  }
  return Buffer.concat(parts)
}

function tooLarge(file: string): OperatorError {
  return new OperatorError(
    `${file} is larger than 50 MB. Divide it into several files, each with the header.`,
  )
}

function sentenceFor(error: NodeJS.ErrnoException, file: string): Error {
  const { code } = error
  if (code === 'ENOENT' || code === 'ENOTDIR') return new OperatorError(`There is no file ${file}.`)
  if (code === 'EISDIR') return new OperatorError(`${file} is a folder. Name the file in it.`)
  if (code === 'EACCES') return new OperatorError(`This account may not read ${file}.`)
  return error
}
