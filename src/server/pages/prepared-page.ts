import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

interface Served {
  paths: string[]
  /** Answers every address that begins with this, too. */
  below?: string
  /** Not sent as it is: a feature fills it in. */
  template?: string
  /** Meant for a frame in our own pages. */
  framed?: boolean
  /** Of the API reference, which has a policy of its own. */
  reference?: boolean
  type: string
  /** How browsers call it when somebody keeps it. */
  fileName?: string
}

/** A page as its maker gives it; `content` is for what is no text, such as a PDF, a picture or a font. */
export type MadePage = Served & ({ text: string } | { content: Buffer })

export type Variants = { br: Buffer; gzip: Buffer }

/** A page or file kept in memory, ready to be sent. */
export interface PreparedPage extends Served {
  /** Its name carries a hash of its content, so a browser need never ask again. */
  immutable?: boolean
  /** Of the content; each encoding gets a tag of its own from it. */
  digest: string
  content: Buffer
  variants: Variants | null
}

/** Compresses text and fonts; everything else is compressed in itself. */
export async function prepare(made: MadePage): Promise<PreparedPage> {
  if ('text' in made) {
    const { text, ...served } = made
    const content = Buffer.from(text)
    return { ...served, content, digest: digestOf(content), variants: await compress(content) }
  }
  const variants = made.type.startsWith('font/') ? await compress(made.content) : null
  return { ...made, digest: digestOf(made.content), variants }
}

/** The part of the ETag that stands for the content. */
export function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Above this size the best quality takes seconds, and gains a tenth. */
const large = 1_000_000

/** Small files travel in one packet anyway. */
const worthwhile = 512

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
