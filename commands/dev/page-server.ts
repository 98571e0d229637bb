import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createServer, type EnvironmentModuleNode, type Plugin, type ViteDevServer } from 'vite'
import type { Config } from '#server/config.ts'
import { pageHeaders } from '#server/http/security-headers.ts'
import { readLanguagePages } from '#server/organization/read-languages.ts'
import { organizationAt } from '#server/organization/read-organization.ts'
import { root } from '../install.mjs'

interface PageServerOptions {
  config: Config
  /** Where the API listens, on 127.0.0.1. */
  apiPort: number
}

const renderer = '/src/site/prerender.tsx'

/** Stands for the website's style sheets until `renderPage` puts in the sheets that it is built from. */
const siteStyle = '/site.css'

/** Paths that Vite itself serves. Any other that is not a page goes to the API. */
const vitePaths = '@|src/|node_modules/|build/vite/'

/** Vite's development server. It renders public pages from their sources and proxies the rest to the API. */
export function createPageServer({ config, apiPort }: PageServerOptions): Promise<ViteDevServer> {
  const { host, port, publicUrl } = config
  return createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    mode: 'development',
    envDir: false,
    appType: 'custom',
    cacheDir: join(root, 'build/vite'),
    clearScreen: false,
    plugins: [renderPages(config)],
    optimizeDeps: { entries: ['src/portal/main.tsx', 'src/portal/sign-in/main.tsx'] },
    server: {
      host,
      port,
      strictPort: true,
      cors: false,
      allowedHosts: [new URL(publicUrl).hostname],
      fs: { allow: ['src', 'node_modules', 'build/vite'] },
      watch: { ignored: ['**/{bench,build,data*,dist*,docs,screens,test}/**'] },
      proxy: { [`^/(?!${vitePaths})`]: { target: `http://127.0.0.1:${apiPort}`, xfwd: true } },
    },
  })
}

/** Renders pages on request, and reloads open ones when a source of theirs has changed. */
function renderPages(config: Config): Plugin {
  return {
    name: 'rendered-pages',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        // Only navigations ask for HTML. Requests for modules and API calls come through here, too.
        if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return next()
        try {
          const { pathname } = new URL(request.url ?? '/', config.publicUrl)
          const html = await renderPage(server, config, pathname)
          if (html === undefined) return next()
          response.writeHead(200, { ...relaxedHeaders(config), 'content-type': 'text/html; charset=utf-8' })
          response.end(await server.transformIndexHtml(pathname, html))
        } catch (error) {
          next(error)
        }
      })
    },
    // Vite reloads a browser only for modules that the browser loaded; pages are rendered here, from others.
    hotUpdate({ file, server, modules }) {
      const { client } = server.environments
      if (this.environment.name !== 'ssr' || modules.length === 0) return
      if (!client.moduleGraph.getModulesByFile(file)) client.hot.send({ type: 'full-reload' })
    },
  }
}

/** All others come with the scripts. */
const skeletonStyles = ['/src/ui/foundation.css', '/src/ui/skeleton.css', '/src/portal/portal-shell.css']

async function renderPage(server: ViteDevServer, config: Config, path: string): Promise<string | undefined> {
  const { renderSite } = (await server.ssrLoadModule(renderer)) as typeof import('#site/prerender.tsx')
  const organization = await organizationAt(root, config.organizationDir)
  const pages = renderSite({
    organization,
    languagePages: await readLanguagePages(root, organization, config.organizationDir),
    publicUrl: config.publicUrl,
    year: new Date().getFullYear(),
    retentionYears: config.retentionYears,
    assets: {
      homeStyle: siteStyle,
      pageStyles: [],
      siteScript: '/src/site/browser.ts',
      pageScripts: Object.fromEntries(
        globSync('src/site/*/browser.ts', { cwd: root }).map((file) => [basename(dirname(file)), `/${file}`]),
      ),
      areas: { script: '/src/portal/main.tsx', preloads: [], styles: skeletonStyles },
      signIn: { script: '/src/portal/sign-in/main.tsx', preloads: [], styles: skeletonStyles },
      typeface: '/src/portal/typeface.woff2',
    },
  })
  const page = pages.find(({ type, paths, below }) => {
    if (!type.startsWith('text/html')) return false
    return paths.includes(path) || (below !== undefined && path.startsWith(below))
  })
  if (!page || !('text' in page)) return undefined
  const links = (await styleSheets(server)).map((sheet) => linkTo(sheet))
  return page.text.replace(linkTo(siteStyle), links.join(''))
}

const linkTo = (sheet: string) => `<link rel="stylesheet" href="${sheet}"/>`

/** Paths of the sheets that the website's modules import. */
async function styleSheets({ environments }: ViteDevServer): Promise<string[]> {
  const sheets = new Set<string>()
  const seen = new Set<EnvironmentModuleNode>()
  const visit = (module: EnvironmentModuleNode | undefined) => {
    if (!module || seen.has(module)) return
    seen.add(module)
    if (module.url.endsWith('.css')) sheets.add(module.url)
    for (const imported of module.importedModules) visit(imported)
  }
  visit(await environments.ssr.moduleGraph.getModuleByUrl(renderer))
  return [...sheets]
}

/** Allows the inline scripts and styles that Vite adds to a page, and its error overlay. */
function relaxedHeaders({ publicUrl }: Config): Record<string, string> {
  const headers = pageHeaders(publicUrl, ['https:'])
  const policy = headers['content-security-policy']
    ?.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace(/; require-trusted-types-for.*/, '')
  return { ...headers, 'content-security-policy': `${policy}`, 'cache-control': 'no-store' }
}
