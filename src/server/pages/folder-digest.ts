import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Of the names and contents of all files that lie in a folder, without those of its folders. */
export async function folderDigest(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map(({ name }) => name)
    .sort()
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))))
  const hash = createHash('sha256')
  for (const [number, name] of names.entries()) {
    hash
      .update(`${name}\0`)
      .update(files[number] ?? '')
      .update('\0')
  }
  return hash.digest('hex')
}
