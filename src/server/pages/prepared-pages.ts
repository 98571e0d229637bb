import type { Variants } from './precompress.ts'

/** What the website's renderer is given and gives back; the site room declares the same shapes for itself. */
export interface RenderedFile {
  paths: string[]
  below?: string
  type: string
  text: string
}

export interface SiteAssets {
  siteStyle: string
  siteScript: string
  portalScript: string
  portalStyles: string[]
  portalPreloads: string[]
}

/** A page or small file kept in memory, ready to be sent. */
export interface PreparedPage {
  paths: string[]
  below?: string
  type: string
  /** Of the content; each encoding gets a tag of its own from it. */
  digest: string
  content: Buffer
  variants: Variants | null
}

export interface PreparedPages {
  pages: PreparedPage[]
  /** The folder with the files whose names carry a hash. */
  assets: string
}
