import { createSecretKey } from 'node:crypto'
import fs from 'node:fs'
import { deflateSync, inflateSync } from 'node:zlib'
import { expect } from 'vitest'
import { openSignedFile, signedBlocks } from '#server/backup/signed-blocks.ts'
import { OperatorError } from '#server/operator-error.ts'
import { signingKey } from './backup-records.ts'

/* Backups that someone or something has changed, and what a restore says of them. */

export async function errorMessage(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((reason) => reason)
  if (error instanceof OperatorError) return error.message
  throw new Error('It did not fail with an operator error', { cause: error })
}

export const saysDamaged = /is damaged or was changed|is not a backup of this program|could not be checked/

/** The text of an unencrypted backup. */
export async function textOf(file: string): Promise<string> {
  const { blocks, close } = await openSignedFile(file, { keys: [signingKey], acceptsUnverified: true })
  const zipped = await Array.fromAsync(blocks())
  await close()
  return inflateSync(Buffer.concat(zipped)).toString('latin1')
}

/** Changes the text of an unencrypted backup as someone would who lacks the key of its signature. */
export async function forge(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await textOf(file)
  expect(text).toMatch(from)
  const forged = (async function* () {
    yield deflateSync(Buffer.from(text.replace(from, to), 'latin1'))
  })()
  const otherKey = { id: signingKey.id, secret: createSecretKey(Buffer.alloc(32, 8)) }
  const blocks = await Array.fromAsync(
    signedBlocks(forged, otherKey, { isEncrypted: false, createdAt: new Date(0) }),
  )
  fs.writeFileSync(file, Buffer.concat(blocks))
}
