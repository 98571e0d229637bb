import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

interface Served {
  paths: string[]
  /** Serves every path that begins with this, too. */
  below?: string
  /** Never sent as it is; a feature fills it in. */
  template?: string
  /** Meant for a frame in our own pages. */
  framed?: boolean
  /** The API reference, which has its own content security policy. */
  reference?: boolean
  type: string
  /** File name for downloads. */
  fileName?: string
}

/** A page before it is compressed; `content` is for binary files such as PDFs, pictures and fonts. */
export type MadePage = Served & ({ text: string } | { content: Buffer })

export type Variants = { br: Buffer; gzip: Buffer }

/** A page or file kept in memory, ready to be sent. */
export interface PreparedPage extends Served {
  /** Its name has a hash of its content, so browsers never need to ask again. */
  immutable?: boolean
  /** Hash of the content; each encoding's ETag is derived from it. */
  digest: string
  content: Buffer
  variants: Variants | null
}

/** Compresses text and fonts; other files are compressed already. */
export async function prepare(made: MadePage): Promise<PreparedPage> {
  if ('text' in made) {
    const { text, ...served } = made
    const content = Buffer.from(text)
    return { ...served, content, digest: createDigest(content), variants: await compress(content) }
  }
  const variants = made.type.startsWith('font/') ? await compress(made.content) : null
  return { ...made, digest: createDigest(made.content), variants }
}

/** The part of the ETag that stands for the content. */
export function createDigest(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Bytes. Above this size the best quality takes seconds and saves only a tenth. */
const large = 1_000_000

/** Bytes. Less could hardly be saved than the header that says so takes. */
const worthwhile = 256

export async function compress(content: Buffer): Promise<Variants | null> {
  if (content.length < worthwhile) return null
  const quality = content.length > large ? 9 : constants.BROTLI_MAX_QUALITY
  const [br, gzipped] = await Promise.all([
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    zip(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  return { br, gzip: gzipped }
}
