import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/* Small files, readable by their owner only, written so that a kill or a power cut leaves the old or the new content. */

/** Writes a file unless it exists. Of two concurrent writers the first wins. */
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

/** Like `replaceFile`, without blocking the event loop. */
export async function replaceFileAsync(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      const owner = ownerOfFolder(file)
      if (owner) await handle.chown(owner.uid, owner.gid)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolderAsync(path.dirname(file))
}

/** Like `syncFolder`, without blocking the event loop. */
export async function syncFolderAsync(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Replaces a file; a kill in between leaves the old one. */
export function replaceFile(file: string, text: string): void {
  fs.renameSync(writeDraft(file, text), file)
  syncFolder(path.dirname(file))
}

function writeDraft(file: string, text: string): string {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  const handle = fs.openSync(draft, 'wx', 0o600)
  try {
    fs.writeFileSync(handle, text)
    const owner = ownerOfFolder(file)
    if (owner) fs.fchownSync(handle, owner.uid, owner.gid)
    fs.fsyncSync(handle)
  } catch (error) {
    fs.rmSync(draft, { force: true })
    throw error
  } finally {
    fs.closeSync(handle)
  }
  return draft
}

/** To whom root gives a file: what an operator's command writes, the account of the server has to read later. */
function ownerOfFolder(file: string): fs.Stats | undefined {
  const owner = process.getuid?.() === 0 ? fs.statSync(path.dirname(file)) : undefined
  return owner?.uid === 0 ? undefined : owner
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
