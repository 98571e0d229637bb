import '#ui/foundation.css'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { areaPaths, signInPaths } from '#contract/paths.ts'
import type { Page, PageScript } from './page.ts'
import { pages, templates } from './pages.ts'
import { type Assets, Document, type Site } from './shell/document.tsx'
import { iconPictures } from './shell/icon-pictures.ts'
import { icon, iconPath, maskableIcon, maskableIconPath } from './shell/icons.ts'
import { AreaShell, SignInShell } from './shell/portal-shells.tsx'
import { PublicHead } from './shell/public-head.tsx'
import { PublicShell } from './shell/public-shell.tsx'
import type { RenderedFile } from './shell/rendered-file.ts'
import { robots } from './shell/robots.ts'
import { sitemap, sitemapPath } from './shell/sitemap.ts'
import { manifestPath, webManifest } from './shell/web-manifest.ts'

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
    ...Object.entries(templates).map(([template, page]) => ({
      paths: [],
      template,
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
    { paths: [maskableIconPath], type: 'image/svg+xml', text: maskableIcon },
    ...iconPictures,
    { paths: [manifestPath], type: 'application/manifest+json', text: webManifest(site.organization) },
    { paths: ['/robots.txt'], type: 'text/plain; charset=utf-8', text: robots(site.publicUrl) },
    { paths: [sitemapPath], type: 'application/xml; charset=utf-8', text: sitemap(pages, site.publicUrl) },
  ]
}

function pageScript({ pageScripts }: Assets, feature: PageScript): string {
  const script = pageScripts[feature]
  if (script === undefined) throw new Error(`src/site/${feature} has no browser.ts.`)
  return script
}

const hasPage = (path: string) => pages.some((page) => page.path === path)

function PublicPage({ site, page }: { site: Site; page: Page }) {
  const { organization, year, retentionYears, assets } = site
  return (
    <Document
      title={page.title(organization)}
      head={<PublicHead site={site} page={page} pages={pages} />}
      styles={[assets.siteStyle]}
      siteScript={assets.siteScript}
      scripts={page.scripts?.map((feature) => pageScript(assets, feature))}
      bodyClass="site"
    >
      <PublicShell organization={organization} year={year} path={page.path} helpPlace={page.helpPlace}>
        <page.Body organization={organization} retentionYears={retentionYears} hasPage={hasPage} />
      </PublicShell>
    </Document>
  )
}
