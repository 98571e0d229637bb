import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { digestOf } from './digest.ts'
import { readVariants } from './precompress.ts'
import type { PreparedPage } from './prepared-pages.ts'

export const assetsPath = '/assets/'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  // While developing only.
  '.map': 'application/json; charset=utf-8',
}
const compressed = ['.br', '.gz']

/** The bundler's files. From memory another build in the same folder takes none of them from a running server. */
export async function readAssets(folder: string): Promise<PreparedPage[]> {
  const names = await readdir(folder)
  const files = names.filter((name) => !compressed.includes(extname(name)))
  return await Promise.all(files.map((name) => readAsset(folder, name, names.includes(`${name}.br`))))
}

async function readAsset(folder: string, name: string, isCompressed: boolean): Promise<PreparedPage> {
  const type = types[extname(name)]
  if (!type) throw new Error(`The build made ${name}: read-assets.ts knows no type of such files.`)
  const path = join(folder, name)
  const content = await readFile(path)
  const variants = isCompressed ? await readVariants(path) : null
  return {
    paths: [`${assetsPath}${name}`],
    type,
    immutable: true,
    digest: digestOf(content),
    content,
    variants,
  }
}
