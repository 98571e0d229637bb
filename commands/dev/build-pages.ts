import { buildPageParts } from '../build.ts'

/** Readable in the browser's own tools. */
const readable = { minify: false, cssMinify: false, sourcemap: true } as const

/** Where the block kit's files are served. */
export const kitBase = '/development/kit/'

/**
 * Builds the pages' parts into an empty folder. Whole builds in one process take well under a second once the first has
 * warmed it up, so nothing is kept between two: what is shown is what `npm start` would build.
 */
export async function buildPages(folder: string): Promise<void> {
  const kit = { base: kitBase, logLevel: 'silent' } as const
  await buildPageParts(folder, { change: readable, more: { kit } })
}
