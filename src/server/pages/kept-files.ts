import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { digestOf } from './digest.ts'
import { compress, readVariants, writeVariants } from './precompress.ts'
import type { MadeFile, PreparedPage, RenderedFile } from './prepared-pages.ts'

interface Needs {
  /** The folder that `buildWhenChanged` returned; the files are kept in it. */
  build: string
  /** What kind of files these are: the beginning of their folders' names. */
  kind: string
  /** All that the files depend on, but for the build. */
  inputs: unknown
  make: () => Promise<(RenderedFile | MadeFile)[]>
}

type IndexEntry = Omit<PreparedPage, 'content' | 'variants'> & { file: string; compressed: boolean }

/** Sets of each kind kept beside a build: a changed address or name, tried and taken back, costs nothing. */
const kept = 3

/** The files that were made of the same inputs before, or those that are made now: compressed, and kept for the next start. */
export async function keptFiles({ build, kind, inputs, make }: Needs): Promise<PreparedPage[]> {
  const hash = createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 16)
  const folder = join(build, `${kind}-${hash}`)
  const there = await load(folder)
  if (there) return there
  const made = await Promise.all((await make()).map(prepare))
  await keep(folder, build, made)
  await removeOlder(build, kind, folder)
  return made
}

async function keep(folder: string, build: string, files: PreparedPage[]): Promise<void> {
  const unfinished = newFolder(build)
  try {
    await mkdir(unfinished)
    const index = await Promise.all(files.map((file, number) => write(unfinished, file, `${number}`)))
    await writeFile(join(unfinished, 'index.json'), JSON.stringify(index))
    await rename(unfinished, folder).catch((cause) => {
      // Another instance was first with the same files.
      if (!['ENOTEMPTY', 'EEXIST'].includes(cause.code)) throw cause
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Of a name that no set bears and no other instance knows. */
function newFolder(build: string): string {
  return join(build, `unfinished-${process.pid}-${randomBytes(4).toString('hex')}`)
}

async function write(folder: string, made: PreparedPage, file: string): Promise<IndexEntry> {
  const { content, variants, ...rest } = made
  await writeFile(join(folder, file), content)
  if (variants) await writeVariants(join(folder, file), variants)
  return { ...rest, file, compressed: variants !== null }
}

async function prepare(made: RenderedFile | MadeFile): Promise<PreparedPage> {
  const { content, ...rest } = await contentOf(made)
  return { ...rest, content, digest: digestOf(content) }
}

async function contentOf(made: RenderedFile | MadeFile) {
  if ('content' in made) {
    return { ...made, variants: isLoose(made.type) ? await compress(made.content) : null }
  }
  const { text, ...rest } = made
  const content = Buffer.from(text)
  return { ...rest, content, variants: await compress(content) }
}

/** Not compressed in itself. */
function isLoose(type: string): boolean {
  return type === 'font/ttf'
}

/** Undefined when they were never kept, or are being removed by another instance at this very moment. */
async function load(folder: string): Promise<PreparedPage[] | undefined> {
  try {
    const index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as IndexEntry[]
    return await Promise.all(index.map((entry) => read(folder, entry)))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}

async function read(folder: string, { file, compressed, ...entry }: IndexEntry): Promise<PreparedPage> {
  const path = join(folder, file)
  return { ...entry, content: await readFile(path), variants: compressed ? await readVariants(path) : null }
}

/** Running instances hold their files in memory, so none of them misses an older folder. */
async function removeOlder(build: string, kind: string, current: string): Promise<void> {
  const names = (await readdir(build)).filter((name) => name.startsWith(`${kind}-`))
  const dated = await Promise.all(
    names.map(async (name) => {
      const path = join(build, name)
      // Another instance may have removed it just now.
      return { path, time: (await stat(path).catch(() => null))?.mtimeMs ?? 0 }
    }),
  )
  const others = dated.filter(({ path }) => path !== current).sort((a, b) => b.time - a.time)
  await Promise.all(others.slice(kept - 1).map(({ path }) => remove(path, newFolder(build))))
}

/** Whole, or not at all: its place may be taken at any moment by the same set, made anew by another instance. */
async function remove(folder: string, aside: string): Promise<void> {
  try {
    await rename(folder, aside)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return
    throw cause
  }
  await rm(aside, { recursive: true, force: true })
}
