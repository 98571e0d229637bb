import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'

/** Whichever sheet comes first in a bundle, the layers stand in this order. */
const layersInOrder: Plugin = {
  name: 'layers-in-order',
  enforce: 'pre',
  transform: (code, id) => (/\.css(\?|$)/.test(id) ? `@layer tokens, base, blocks, app;\n${code}` : null),
}

/** One configuration for all builds of `commands/build.ts`, whose mode names the part, and for `npm run dev`. */
export default defineConfig(({ command, mode }) => ({
  plugins: mode === 'program' ? [] : [react(), layersInOrder],
  publicDir: false,
  logLevel: 'warn',
  ...(command === 'build' && buildOptions(mode)),
}))

function buildOptions(mode: string) {
  return {
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      // Phones of several years: `light-dark()` and nesting are rewritten for them.
      target: ['chrome109', 'firefox115', 'safari16'],
      manifest: 'manifest.json',
      sourcemap: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      // One sheet for the portal, too: its screens are many, their rules few.
      cssCodeSplit: false,
      ...partNamed(mode),
    },
    // The renderer carries React with it, in production mode whatever NODE_ENV says when it runs.
    ssr: mode === 'program' ? { noExternal: bundledPackages } : { noExternal: true },
  } satisfies UserConfig
}

/** Packages of many files, of which the server needs a part: bundled, they take less memory and time to load. */
const bundledPackages = ['jose', 'kysely', 'zod']

/** The server and the operator's commands; their other packages stay in `node_modules`. */
const program: BuildEnvironmentOptions = {
  ssr: true,
  target: 'node24',
  manifest: false,
  minify: false,
  rolldownOptions: {
    input: { server: 'commands/server.ts', demo: 'commands/demo.ts', ops: 'commands/ops.ts' },
    output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  },
}

/**
 * Renders the website at start, and emits its style sheets: one of the home page, which holds what all pages share, and one
 * of the other pages.
 */
const renderer: BuildEnvironmentOptions = {
  ssr: 'src/site/prerender.tsx',
  ssrEmitAssets: true,
  minify: false,
  cssMinify: true,
  cssCodeSplit: true,
  rolldownOptions: {
    output: {
      // Not among the assets, which are served.
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: {
        groups: [chunkOf('home', (by) => by('site/home/page.tsx') || by('site/shell/public-page.tsx'))],
      },
    },
  },
}

/**
 * The scripts of the website: one that every page loads, and one of each feature with a `browser.ts`, loaded by the pages
 * that ask for it. Each is built by itself, because a file that two of them share would be one more request.
 */
const site = (feature?: string): BuildEnvironmentOptions => ({
  rolldownOptions: {
    input: feature ? { [feature]: `src/site/${feature}/browser.ts` } : { site: 'src/site/browser.ts' },
  },
})

const areas = 'portal/main.tsx'
const signIn = 'portal/sign-in/main.tsx'
const clientDetails = 'portal/clients/client-details-screen.tsx'

/**
 * Few files instead of dozens of tiny ones, which compress badly: packages, which seldom change; what sign-in pages and areas
 * share; the rest of the areas, with the screens that a day begins with; and what sign-in pages share with other forms.
 */
const portal: BuildEnvironmentOptions = {
  // docs/decisions/0044
  target: ['chrome120', 'firefox125', 'safari17'],
  rolldownOptions: {
    input: { areas: `src/${areas}`, 'sign-in': `src/${signIn}` },
    // For parts of jsPDF that nothing here uses.
    external: ['html2canvas', 'canvg', 'dompurify'],
    output: {
      codeSplitting: {
        groups: [
          {
            name: 'react',
            test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|vite[\\/]preload-helper/,
            priority: 4,
          },
          { name: 'framework', test: /node_modules[\\/](react-router|@tanstack)[\\/]/, priority: 4 },
          {
            ...chunkOf(
              'common',
              (by, id, reachedFrom) => isOwn(id) && reachedFrom(signIn) && (by(areas) || by(clientDetails)),
            ),
            priority: 3,
          },
          { ...chunkOf('areas', (by) => by(areas)), priority: 2 },
          { ...chunkOf('forms', (by) => by(signIn)), minShareCount: 2 },
        ],
      },
    },
  },
}

function partNamed(mode: string): BuildEnvironmentOptions {
  const [, feature] = /^site-(.+)$/.exec(mode) ?? []
  const part = { portal, site: site(), renderer, program }[mode] ?? (feature && site(feature))
  if (!part) throw new Error(`vite.config.ts knows no part called ${mode}.`)
  return part
}

const isOwn = (id: string) => !/[\\/]node_modules[\\/]/.test(id)

/**
 * A chunk of the modules that fit by which files below `src` import them, directly or not; `isReachedFrom` also counts what
 * those files load later.
 */
function chunkOf(
  name: string,
  fits: (
    isImportedBy: (file: string) => boolean,
    id: string,
    isReachedFrom: (file: string) => boolean,
  ) => boolean,
): Rolldown.CodeSplittingGroup {
  const [imported, reached] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  const importsOf = (file: string, bundle: Rolldown.ChunkingContext, withLater: boolean) => {
    const all = withLater ? reached : imported
    const known = all.get(file) ?? addImports(join(import.meta.dirname, 'src', file), bundle, withLater)
    all.set(file, known)
    return known
  }
  return {
    name: (id, bundle) => {
      const has = (withLater: boolean) => (file: string) => importsOf(file, bundle, withLater).has(id)
      return fits(has(false), id, has(true)) ? name : null
    },
    debugName: name,
  }
}

function addImports(
  id: string,
  bundle: Rolldown.ChunkingContext,
  withLater: boolean,
  found = new Set<string>(),
): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  const { importedIds = [], dynamicallyImportedIds = [] } = bundle.getModuleInfo(id) ?? {}
  for (const next of [...importedIds, ...(withLater ? dynamicallyImportedIds : [])])
    addImports(next, bundle, withLater, found)
  return found
}
