import { mkdir, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * With `--import` in NODE_OPTIONS a build gets this module in place of Vite: tests of how builds begin, end and meet
 * need no bundle. With BUNDLER_HANGS it never ends.
 */
registerHooks({
  resolve: (name, context, next) =>
    name === 'vite'
      ? { url: pathToFileURL(import.meta.filename).href, shortCircuit: true }
      : next(name, context),
})

export async function createBuilder({ build: { outDir } }: { build: { outDir: string } }) {
  return {
    async buildApp() {
      await mkdir(`${outDir}/assets`, { recursive: true })
      await writeFile(`${outDir}/assets/home.js`, '')
      if (process.env.BUNDLER_HANGS) await new Promise(() => setInterval(() => {}, 1000))
    },
  }
}
