import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import {
  type BuildEnvironmentOptions,
  defineConfig,
  type EnvironmentOptions,
  type Rolldown,
  type ViteBuilder,
} from 'vite'

/** For `npm run dev`, and for `npm run build`, which builds all parts of `dist/` that need a bundler. */
export default defineConfig(({ command }) => ({
  plugins: [react()],
  publicDir: false,
  logLevel: 'warn',
  ...(command === 'build' && {
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      emptyOutDir: false,
      sourcemap: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      // One sheet for the portal, too: its screens are many, their rules few.
      cssCodeSplit: false,
      rolldownOptions: { checks: { pluginTimings: false } },
    },
    environments: parts(),
    builder: { buildApp: buildAll },
  }),
}))

function parts(): Record<string, EnvironmentOptions> {
  const scripted = globSync('src/site/*/browser.ts', { cwd: import.meta.dirname })
  const features = scripted.map((file) => basename(dirname(file)))
  const scripts = { portal, site: site(), ...Object.fromEntries(features.map((name) => [name, site(name)])) }
  const ofBrowser = Object.entries(scripts).map(([name, build]) => {
    return [name, { consumer: 'client', build: { manifest: `${name}.json`, ...build } }]
  })
  return {
    ...Object.fromEntries(ofBrowser),
    // It bundles React in production mode, whatever NODE_ENV says when it runs.
    renderer: { consumer: 'server', resolve: { noExternal: true }, build: renderer },
    program: { consumer: 'server', resolve: { noExternal: bundledPackages }, build: program },
  }
}

/** Waits for all, even if one fails, so that none writes into a folder that is being removed. */
async function buildAll(builder: ViteBuilder): Promise<void> {
  const environments = Object.values(builder.environments).filter(({ name }) => name in parts())
  const builds = await Promise.allSettled(environments.map((environment) => builder.build(environment)))
  const failed = builds.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** For the website, which people read on older phones: `light-dark()` and nesting are rewritten for them. */
const target = ['chrome109', 'firefox115', 'safari16']

/** Packages of many files, of which the server needs a part: bundled, they take less memory and time to load. */
const bundledPackages = ['jose', 'kysely', 'zod']

/** The server and the operator's commands; their other packages stay in `node_modules`. */
const program: BuildEnvironmentOptions = {
  target: 'node24',
  rolldownOptions: {
    input: { server: 'commands/server.ts', demo: 'commands/demo.ts', ops: 'commands/ops.ts' },
    output: { entryFileNames: 'program/[name].js', chunkFileNames: 'program/[name]-[hash].js' },
  },
}

/**
 * Renders the website at start, and emits its style sheets: one of the home page, which holds what all pages share, and one
 * of the other pages.
 */
const renderer: BuildEnvironmentOptions = {
  target,
  manifest: 'renderer.json',
  emitAssets: true,
  cssMinify: true,
  cssCodeSplit: true,
  rolldownOptions: {
    input: 'src/site/prerender.tsx',
    output: {
      // Not among the assets, which are served.
      entryFileNames: 'renderer/[name].js',
      chunkFileNames: 'renderer/[name]-[hash].js',
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
  target,
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
