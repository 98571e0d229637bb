/** What the server keeps ready: a text, which it compresses, or bytes, which it sends as they are. */
export type RenderedFile = {
  /** The addresses that show it. */
  paths: string[]
  /** Everything below this address shows it, too. */
  below?: string
  /** Instead of an address: the server fills it in. */
  template?: string
  type: string
} & ({ text: string } | { content: Buffer })
