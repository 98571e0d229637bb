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
  plugins: mode === 'program' ? [] : [react(), layersInOrder, mode !== 'renderer' && callsWithoutSchemas],
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
    ssr: mode === 'program' ? { external: true } : { noExternal: true },
  } satisfies UserConfig
}

/** The server and the operator's commands; their packages stay in `node_modules`. */
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

/** Renders the website at start, and emits its style sheet: exactly the rules of the blocks that its pages use. */
const renderer: BuildEnvironmentOptions = {
  ssr: 'src/site/prerender.tsx',
  ssrEmitAssets: true,
  minify: false,
  cssMinify: true,
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

const portal: BuildEnvironmentOptions = {
  // Its menu is a popover (docs/decisions/0044).
  target: ['chrome114', 'firefox125', 'safari17'],
  rolldownOptions: {
    input: { portal: 'src/portal/main.tsx' },
    // For parts of jsPDF that nothing here uses.
    external: ['html2canvas', 'canvg', 'dompurify'],
    output: {
      codeSplitting: {
        // Few files instead of dozens of tiny ones, which compress badly: what changes with a new version of a package,
        // what every screen is shown in, and what screens share.
        groups: [
          {
            name: 'framework',
            test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]|vite[\\/]preload-helper/,
            priority: 3,
          },
          { name: shellModules(), debugName: 'shell', priority: 2 },
          {
            name: 'screens',
            test: /src[\\/](contract[\\/](lengths|person|phone-number|clients[\\/]fields)|portal[\\/]screen[\\/])/,
            minShareCount: 2,
            priority: 1,
          },
          { name: 'blocks', test: /src[\\/]ui[\\/]/, minShareCount: 2, priority: 1 },
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

/**
 * Takes all that `start.tsx` is made of into one file, but for what `main.tsx` needs as well: that would make it run
 * before the portal's settings, and a schema in it would not know them.
 */
function shellModules(): Rolldown.CodeSplittingNameFunction {
  const file = (name: string) => join(import.meta.dirname, 'src/portal', name)
  let parts: Set<string> | undefined
  return (id, bundle) => {
    const importsOf = (from: string) => bundle.getModuleInfo(from)?.importedIds ?? []
    parts ??= reachedFrom(file('start.tsx'), importsOf).difference(reachedFrom(file('main.tsx'), importsOf))
    return parts.has(id) ? 'shell' : null
  }
}

function reachedFrom(id: string, importsOf: (id: string) => string[], reached = new Set<string>()) {
  if (reached.has(id)) return reached
  reached.add(id)
  for (const next of importsOf(id)) reachedFrom(next, importsOf, reached)
  return reached
}
