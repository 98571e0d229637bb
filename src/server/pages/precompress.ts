import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export type Variants = { br: Buffer; gzip: Buffer }

/** Above this size the best quality takes seconds, and gains a tenth. */
const large = 1_000_000

/** Small files travel in one packet anyway. */
const worthwhile = 512

export async function compress(content: Buffer): Promise<Variants | null> {
  if (content.length < worthwhile) return null
  const [br, gzipped] = await Promise.all([
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: content.length > large ? 9 : constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    zip(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  return { br, gzip: gzipped }
}

export async function writeVariants(file: string, { br, gzip }: Variants): Promise<void> {
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gzip)])
}

/** What `writeVariants` has put beside a file. */
export async function readVariants(file: string): Promise<Variants> {
  const [br, gzip] = await Promise.all([readFile(`${file}.br`), readFile(`${file}.gz`)])
  return { br, gzip }
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
      await writeVariants(file, variants)
    }),
  )
}
