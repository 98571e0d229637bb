import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { type MadePage, type PreparedPage, prepare } from './prepared-pages.ts'

interface Kept {
  /** The folder of the build, which the pages depend on, too. */
  build: string
  /** What kind of pages these are: the beginning of their files' names. */
  kind: string
  /** All that they depend on besides. */
  inputs: unknown
  make: () => Promise<MadePage[]>
}

/** Sets of each kind kept beside a build: a changed address or name, tried and taken back, costs nothing. */
const kept = 3

/** The pages that were made of the same inputs before, or made now, compressed, and kept for the next start. */
export async function keepPages({ build, kind, inputs, make }: Kept): Promise<PreparedPage[]> {
  const hash = createHash('sha256').update(JSON.stringify([process.version, inputs]))
  const file = join(build, `${kind}-${hash.digest('hex').slice(0, 16)}`)
  const there = await readFile(file).catch(() => null)
  if (there) return deserialize(there) as PreparedPage[]
  const made = await Promise.all((await make()).map(prepare))
  // A folder that cannot be written to costs no more than time at the next start.
  await keep(file, made, build).then(
    () => removeOlder(build, kind),
    () => {},
  )
  return made
}

/** Whole or not at all: another instance may be making or reading the same. */
async function keep(file: string, pages: PreparedPage[], build: string): Promise<void> {
  const unfinished = join(build, `unfinished-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await writeFile(unfinished, serialize(pages))
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Running instances hold their pages in memory, so none of them misses an older file. */
async function removeOlder(build: string, kind: string): Promise<void> {
  const names = (await readdir(build)).filter((name) => name.startsWith(`${kind}-`))
  const dated = await Promise.all(
    names.map(async (name) => {
      const path = join(build, name)
      // Another instance may have removed it just now.
      return { path, time: (await stat(path).catch(() => null))?.mtimeMs ?? 0 }
    }),
  )
  const older = dated.sort((a, b) => b.time - a.time).slice(kept)
  await Promise.all(older.map(({ path }) => rm(path, { force: true })))
}
