import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/* Small files that only their owner may read, and that a kill or a power cut leaves whole. */

/** Writes a whole file or none, and leaves one that is there already: the first of two writers wins. */
export function writeIfAbsent(file: string, text: string): void {
  const draft = writeDraft(file, text)
  try {
    fs.linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
  syncFolder(path.dirname(file))
}

/** The same as `replaceFile`, for files that are written while requests are served. */
export async function replaceFileInBackground(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
  const folder = await open(path.dirname(file))
  await folder.sync().finally(() => folder.close())
}

/** Writes a whole file over the old one; a kill in between leaves the old one. */
export function replaceFile(file: string, text: string): void {
  fs.renameSync(writeDraft(file, text), file)
  syncFolder(path.dirname(file))
}

function writeDraft(file: string, text: string): string {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    fs.writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    fs.rmSync(draft, { force: true })
    throw error
  }
  return draft
}

/** Makes a rename or link in the folder survive a power cut. */
export function syncFolder(folder: string): void {
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}
