import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The version of this program; `root` is the repository's. */
export async function productVersion(root: string): Promise<string> {
  const description = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return z.object({ version: z.string() }).parse(description).version
}
