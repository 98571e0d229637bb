import '#ui/foundation.css'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { areaPaths, signInPaths } from '#contract/paths.ts'
import type { Page } from './page.ts'
import { pages } from './pages.ts'
import { Document, iconPath, manifestPath, type Site } from './shell/document.tsx'
import { icon, robots, webManifest } from './shell/extras.ts'
import { AreaShell, SignInShell } from './shell/portal-shells.tsx'
import { PublicShell } from './shell/public-shell.tsx'

export type RenderedFile = {
  /** The addresses that show it. */
  paths: string[]
  /** Everything below this address shows it, too. */
  below?: string
  type: string
  text: string
}

/** The whole website and the documents that the portal starts in. */
export function renderSite(site: Site): RenderedFile[] {
  const html = (element: ReactElement) => `<!doctype html>${renderToStaticMarkup(element)}`
  const type = 'text/html; charset=utf-8'
  const names = Object.keys(signInPaths) as (keyof typeof signInPaths)[]
  const areas = Object.keys(areaPaths) as (keyof typeof areaPaths)[]
  return [
    ...pages.map((page) => ({
      paths: [page.path, ...(page.alsoAt ?? [])],
      type,
      text: html(<PublicPage site={site} page={page} />),
    })),
    ...names.map((page) => ({
      paths: [signInPaths[page]],
      type,
      text: html(<SignInShell site={site} page={page} />),
    })),
    ...areas.map((area) => ({
      paths: [areaPaths[area]],
      below: `${areaPaths[area]}/`,
      type,
      text: html(<AreaShell site={site} area={area} />),
    })),
    { paths: [iconPath], type: 'image/svg+xml', text: icon },
    { paths: [manifestPath], type: 'application/manifest+json', text: webManifest(site.organization) },
    { paths: ['/robots.txt'], type: 'text/plain; charset=utf-8', text: robots() },
  ]
}

const hasPage = (path: string) => pages.some((page) => page.path === path)

function PublicPage({ site, page }: { site: Site; page: Page }) {
  const { organization, publicUrl, year, assets } = site
  const title = page.title(organization)
  const description = page.description(organization)
  const canonical = `${publicUrl.replace(/\/+$/, '')}${page.path}`
  return (
    <Document
      title={title}
      head={
        <>
          <meta name="description" content={description} />
          <link rel="canonical" href={canonical} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={organization.name} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={canonical} />
          <meta property="og:locale" content="en_US" />
        </>
      }
      styles={[assets.siteStyle]}
      siteScript={assets.siteScript}
      bodyClass="site"
    >
      <PublicShell organization={organization} year={year} path={page.path}>
        <page.Body organization={organization} hasPage={hasPage} />
      </PublicShell>
    </Document>
  )
}
