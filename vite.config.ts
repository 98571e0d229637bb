import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import type { EndpointDefinition } from './src/contract/endpoint.ts'

/** Whichever sheet comes first in a bundle, the layers stand in this order. */
const layersInOrder: Plugin = {
  name: 'layers-in-order',
  enforce: 'pre',
  transform: (code, id) => (/\.css(\?|$)/.test(id) ? `@layer tokens, base, blocks, app;\n${code}` : null),
}

/**
 * The portal sends calls and leaves their checking to the server, so that of an endpoint it needs the address only:
 * without the schemas no screen but a form carries the library that they are made of. The module is run here, and what
 * is plain in it is written down.
 */
const callsWithoutSchemas: Plugin = {
  name: 'calls-without-schemas',
  apply: 'build',
  async load(id) {
    if (!/[\\/]src[\\/]contract[\\/][\w-]+[\\/]endpoints\.ts$/.test(id)) return null
    const module: object = await import(pathToFileURL(id).href)
    return Object.entries(module)
      .map(([name, value]) => [name, name.endsWith('Endpoints') ? addressesOf(value) : plainOf(value)])
      .filter(([, text]) => text)
      .map(([name, text]) => `export const ${name} = ${text}`)
      .join('\n')
  },
}

/**
 * The contract is pure (ARCHITECTURE.md), so whatever nobody imports from it can be left out: the schemas of replies above
 * all. The bundler can't know that of a function's call, unless it is told.
 */
const pureContract: Plugin = {
  name: 'pure-contract',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!/[\\/]src[\\/]contract[\\/]/.test(id)) return null
    let pure = code
    for (const { start, end } of initialValues(this.parse(code)).toReversed())
      pure = `${pure.slice(0, start)}/* @__PURE__ */ (() => (${pure.slice(start, end)}))()${pure.slice(end)}`
    return { code: pure, map: null }
  },
}

type Program = ReturnType<Rolldown.PluginContext['parse']>

/** The expressions with calls in them that constants of a module are made of. */
function initialValues({ body }: Program) {
  return body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({ init }) =>
      init?.type === 'CallExpression' || init?.type === 'ObjectExpression' ? [init] : [],
    )
}

function addressesOf(endpoints: Record<string, EndpointDefinition>): string {
  const all = Object.entries(endpoints)
  return JSON.stringify(
    Object.fromEntries(all.map(([name, { method, path, access }]) => [name, { method, path, access }])),
  )
}

/** Limits and lists of words; whoever imports a schema from there is told by the build that it is missing. */
function plainOf(value: unknown): string | undefined {
  return Array.isArray(value) || Object(value) !== value ? JSON.stringify(value) : undefined
}

/** One configuration for all builds of `commands/build.ts`, whose mode names the part, and for `npm run dev`. */
export default defineConfig(({ command, mode }) => ({
  plugins:
    mode === 'program'
      ? []
      : [react(), layersInOrder, mode !== 'renderer' && [callsWithoutSchemas, pureContract]],
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
  // Its menu is a popover (docs/decisions/0044).
  target: ['chrome114', 'firefox125', 'safari17'],
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
