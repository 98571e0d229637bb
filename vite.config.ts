import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type Plugin } from 'vite'

/** Whichever sheet comes first in a bundle, the layers stand in this order. */
const layersInOrder: Plugin = {
  name: 'layers-in-order',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.css') ? `@layer tokens, base, blocks, app;\n${code}` : null),
}

/**
 * One configuration for the four builds of `commands/build.ts`: the site's small script (`--mode site`; by itself, so
 * that it shares no file with the portal), the portal, and with `--ssr` the programs that render the site and the page
 * of the API at start. Each of these also emits its style sheet: exactly the rules of the blocks that its pages use.
 * `npm run dev` alone builds a fifth (`--mode kit`): the page that shows every block.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react(), layersInOrder],
  publicDir: false,
  logLevel: 'warn',
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
    ...(isSsrBuild ? renderer : mode === 'site' ? site : mode === 'kit' ? kit : portal),
  },
  // The renderer carries React with it, in production mode whatever NODE_ENV says when it runs.
  ssr: { noExternal: true },
}))

const renderer: BuildEnvironmentOptions = { ssrEmitAssets: true, minify: false, cssMinify: true }

/** Every page loads the first; a feature's own `browser.ts` is loaded by the pages that ask for it. */
const site: BuildEnvironmentOptions = {
  rolldownOptions: { input: { site: 'src/site/browser.ts', ...pageScripts() } },
}

function pageScripts(): Record<string, string> {
  const files = globSync('src/site/*/browser.ts')
  return Object.fromEntries(files.map((file) => [basename(dirname(file)), file]))
}

const kit: BuildEnvironmentOptions = { rolldownOptions: { input: { kit: 'commands/dev/kit.tsx' } } }

const portal: BuildEnvironmentOptions = {
  rolldownOptions: {
    input: { portal: 'src/portal/main.tsx' },
    output: {
      codeSplitting: {
        // Two files instead of dozens of tiny ones: what changes with a new version of a package, and what screens
        // share. The contract is left out: its schemas must not run before the portal's settings of them.
        groups: [
          {
            name: 'framework',
            test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
            priority: 2,
          },
          { name: 'blocks', test: /src[\\/]ui[\\/]/, minShareCount: 2, priority: 1 },
        ],
      },
    },
  },
}
