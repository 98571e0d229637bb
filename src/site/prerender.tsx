import '#ui/tokens.css'
import '#ui/base.css'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { areaPaths, languagePaths, signInPaths } from '#contract/paths.ts'
import { LanguageDocument } from './languages/language-document.tsx'
import { pagesOf, templates } from './pages.ts'
import type { Site } from './shell/document.tsx'
import { iconFiles, manifestPath, webManifest } from './shell/icons.ts'
import { AreaShell, SignInShell } from './shell/portal-shells.tsx'
import { PublicPage } from './shell/public-page.tsx'
import { robots, sitemap, sitemapPath } from './shell/search-engines.ts'

/** A file for the server: a text, which it compresses, or bytes, which it sends as they are. */
type RenderedFile = {
  paths: string[]
  /** Also served at every address that starts with this. */
  below?: string
  /** The name of a template, which has no address of its own. */
  template?: string
  type: string
} & ({ text: string } | { content: Buffer })

/** The whole website and the HTML documents of the portal. */
export function renderSite(site: Site): RenderedFile[] {
  const { organization, publicUrl, languagePages } = site
  const pages = pagesOf(organization)
  const translated = languagePages.map(({ language }) => ({ path: languagePaths[language] }))
  const names = Object.keys(signInPaths) as (keyof typeof signInPaths)[]
  const areas = Object.keys(areaPaths) as (keyof typeof areaPaths)[]
  return [
    ...pages.map((page) => ({
      paths: [page.path, ...(page.alsoAt ?? [])],
      ...html(<PublicPage site={site} page={page} pages={pages} />),
    })),
    ...languagePages.map((page) => ({
      paths: [languagePaths[page.language]],
      ...html(<LanguageDocument site={site} page={page} />),
    })),
    ...Object.entries(templates).map(([template, page]) => ({
      paths: [],
      template,
      ...html(<PublicPage site={site} page={page} pages={pages} />),
    })),
    ...names.map((page) => ({
      paths: [signInPaths[page]],
      ...html(<SignInShell site={site} page={page} />),
    })),
    ...areas.map((area) => ({
      paths: [areaPaths[area]],
      below: `${areaPaths[area]}/`,
      ...html(<AreaShell site={site} area={area} />),
    })),
    ...iconFiles,
    { paths: [manifestPath], type: 'application/manifest+json', text: webManifest(organization) },
    { paths: ['/robots.txt'], type: 'text/plain; charset=utf-8', text: robots(publicUrl) },
    {
      paths: [sitemapPath],
      type: 'application/xml; charset=utf-8',
      text: sitemap([...pages, ...translated], publicUrl),
    },
  ]
}

function html(element: ReactElement) {
  return { type: 'text/html; charset=utf-8', text: `<!doctype html>${renderToStaticMarkup(element)}` }
}
