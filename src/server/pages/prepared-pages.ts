import type { Variants } from './precompress.ts'

/** What the website's renderer is given and gives back; the site room declares the same shapes for itself. */
export interface RenderedFile {
  paths: string[]
  below?: string
  /** Not sent as it is: a feature fills it in. */
  template?: string
  /** Meant for a frame in our own pages. */
  framed?: boolean
  type: string
  text: string
}

/** A file that is no text, such as a PDF, a picture or a font. */
export interface MadeFile {
  paths: string[]
  type: string
  fileName?: string
  content: Buffer
}

export interface SiteAssets {
  siteStyle: string
  apiDocsStyle: string
  siteScript: string
  /** The scripts that only some pages load, by feature. */
  pageScripts: Record<string, string>
  portalScript: string
  portalStyles: string[]
  portalPreloads: string[]
}

/** A page or small file kept in memory, ready to be sent. */
export interface PreparedPage {
  paths: string[]
  below?: string
  template?: string
  framed?: boolean
  type: string
  /** Its name carries a hash of its content, so a browser need never ask again. */
  immutable?: boolean
  /** How browsers call it when somebody keeps it. */
  fileName?: string
  /** Of the content; each encoding gets a tag of its own from it. */
  digest: string
  content: Buffer
  variants: Variants | null
}
