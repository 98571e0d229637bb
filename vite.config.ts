import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type EnvironmentOptions, type ViteBuilder } from 'vite'

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
  const scripts = {
    portal: portal('areas', 'src/portal/main.tsx'),
    signIn: portal('sign-in', 'src/portal/sign-in/main.tsx'),
    site: site(),
    ...Object.fromEntries(features.map((name) => [name, site(name)])),
  }
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
    input: {
      server: 'commands/server.ts',
      demo: 'commands/demo.ts',
      ops: 'commands/ops.ts',
      // Worker threads.
      'make-record': 'src/server/record-packet/make-record.ts',
      'read-file': 'src/server/clients/import/read-file.ts',
    },
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
        groups: [{ name: 'home', test: /site[\\/](home[\\/]page|shell[\\/]public-page)\.tsx$/ }],
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

/**
 * The scripts of the areas, or those of the sign-in pages, which share little but React. Packages, which seldom change, are
 * a file of their own.
 */
const portal = (name: string, input: string): BuildEnvironmentOptions => ({
  // docs/decisions/0044
  target: ['chrome120', 'firefox125', 'safari17'],
  rolldownOptions: {
    input: { [name]: input },
    // For parts of jsPDF that nothing here uses.
    external: ['html2canvas', 'canvg', 'dompurify'],
    output: {
      codeSplitting: {
        groups: [
          {
            name: 'packages',
            test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
          },
          // What the first script imports is loaded with it, and what several screens share with the first of them.
          { name, test: input },
          {
            name: 'screens',
            // Not what asks for a password or a code: screens about clients do without.
            test: (id) => !/portal[\\/](sign-in|two-step)|contract[\\/]session|password-field/.test(id),
            minShareCount: 3,
          },
        ],
      },
    },
  },
})
