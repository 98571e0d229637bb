import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export type Variants = { br: Buffer; gzip: Buffer }

/** Small files travel in one packet anyway. */
const worthwhile = 512

export async function compress(content: Buffer): Promise<Variants | null> {
  if (content.length < worthwhile) return null
  const [br, gzipped] = await Promise.all([
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    zip(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  return { br, gzip: gzipped }
}

/** Puts `x.br` and `x.gz` beside every text `x` in the folder, where they are smaller. */
export async function precompress(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg|json|txt|html)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      const content = await readFile(file)
      const variants = await compress(content)
      if (!variants || variants.br.length >= content.length) return
      await Promise.all([writeFile(`${file}.br`, variants.br), writeFile(`${file}.gz`, variants.gzip)])
    }),
  )
}
