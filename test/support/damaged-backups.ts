import fs from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { TableSum } from '#server/backup/format.ts'
import { OperatorError } from '#server/operator-error.ts'

/* Backups that someone or something has changed, and what a restore says of them. */

export async function errorMessage(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((reason) => reason)
  if (error instanceof OperatorError) return error.message
  throw new Error('It did not fail with an operator error', { cause: error })
}

export const saysDamaged = /is damaged or was cut off|is not a backup of this program|does not open/

const wrongSignature = 'was changed after it was made: its signature is wrong. Nothing was restored.'

/** What to change with `forge` in a backup of `addRecords` and `addSeal`, and what a restore says of it. */
export const forgeries: [what: string, from: string | RegExp, to: string, sentence: string][] = [
  ['a name', 'Zebulon', 'Forgery', wrongSignature],
  ['the time', '2026-06-15T15', '2026-06-16T15', wrongSignature],
  ['the newest seal', '"hash":"abcd"', '"hash":"abce"', wrongSignature],
  ['the signature', /"hmac":"..../, '"hmac":"beef', wrongSignature],
  [
    'the signature, which is gone',
    '"signature"',
    '"was"',
    'is damaged or was cut off. Nothing was restored.',
  ],
]

/** Changes the text of an unencrypted backup, and makes all checksums right again. */
export function forge(file: string, from: string | RegExp, to: string): void {
  const text = gunzipSync(fs.readFileSync(file)).toString('latin1')
  expect(text).toMatch(from)
  const forged = text.replace(from, to)
  const headerLength = forged.indexOf('\n') + 1
  const sections = forged.slice(headerLength).split(/^\\\.\n/m)
  const manifest = JSON.parse(sections.pop() ?? '')
  manifest.tables = manifest.tables.map(({ name }: { name: string }, place: number) => {
    const sum = new TableSum()
    sum.add(Buffer.from(sections[place] ?? '', 'latin1'))
    return sum.totals(name)
  })
  const parts = [
    forged.slice(0, headerLength),
    ...sections.map((rows) => `${rows}\\.\n`),
    `${JSON.stringify(manifest)}\n`,
  ]
  fs.writeFileSync(file, gzipSync(Buffer.from(parts.join(''), 'latin1')))
}

/** Some bytes, such as the operating system in the gzip header, do not affect the contents. */
export function unzipsAlike(a: Buffer, b: Buffer): boolean {
  try {
    return gunzipSync(a).equals(gunzipSync(b))
  } catch {
    return false
  }
}
