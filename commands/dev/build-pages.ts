import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type InlineConfig } from 'vite'
import { buildParts, copies, partNames } from '../build-parts.ts'
import { root } from '../install.mjs'

/** Readable in the browser's own tools. The rest is as `commands/build.ts` has it. */
const readable = { minify: false, cssMinify: false, sourcemap: true } as const

/** Where the block kit's files are served. */
export const kitBase = '/development/kit/'

const parts: Record<string, InlineConfig> = { ...buildParts, kit: { mode: 'kit', base: kitBase } }

/**
 * Builds everything into an empty folder. Whole builds in one process take well under a second once the first has
 * warmed it up, so nothing is kept between two: what is shown is what `npm start` would build.
 */
export async function buildPages(folder: string): Promise<void> {
  const builds = Object.entries(parts).map(([name, config]) =>
    build({
      ...config,
      ...{ root, configFile: join(root, 'vite.config.ts'), logLevel: 'silent' },
      build: { ...readable, ...config.build, outDir: join(folder, name), emptyOutDir: true },
    }),
  )
  const results = await Promise.allSettled(builds)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  for (const name of partNames) {
    await cp(join(folder, name, 'assets'), join(folder, 'assets'), { recursive: true })
  }
  for (const [from, to] of Object.entries(copies))
    await cp(join(root, from), join(folder, to), { recursive: true })
}
