import { publicPaths } from '#contract/paths.ts'
import type { Page, PageScript } from '#site/page.ts'
import { type Assets, Document, type Site } from './document.tsx'
import { PublicShell } from './public-shell.tsx'
import { structuredData } from './search-engines.ts'
import { Alternates, TopStrip } from './top-strip.tsx'
import { shellWording } from './wording.en.ts'

type PublicPageProps = { site: Site; page: Page; pages: readonly Page[] }

export function PublicPage({ site, page, pages }: PublicPageProps) {
  const { organization, year, retentionYears, assets } = site
  const hasPage = (path: string) => pages.some((other) => other.path === path)
  return (
    <Document
      title={page.title(organization)}
      head={<Head site={site} page={page} pages={pages} />}
      styles={page.path === publicPaths.home ? [assets.homeStyle] : [assets.homeStyle, ...assets.pageStyles]}
      siteScript={assets.siteScript}
      scripts={page.scripts?.map((feature) => pageScript(assets, feature))}
      bodyClass="site"
    >
      <PublicShell
        organization={organization}
        year={year}
        path={page.path}
        helpId={page.helpId}
        above={<TopStrip site={site} />}
      >
        <page.Body organization={organization} retentionYears={retentionYears} hasPage={hasPage} />
      </PublicShell>
    </Document>
  )
}

/** Metadata for search engines and link previews. */
function Head({ site, page, pages }: PublicPageProps) {
  const { organization, publicUrl } = site
  const description = page.description(organization)
  const canonical = `${publicUrl}${page.path}`
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonical} />
      {page.path === publicPaths.home && <Alternates site={site} />}
      {page.noindex && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={organization.name} />
      <meta property="og:title" content={page.title(organization)} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={shellWording.language.replace('-', '_')} />
      {!page.noindex && (
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in a data block is not HTML, and holds no '<'
          dangerouslySetInnerHTML={{ __html: structuredData(page, { organization, publicUrl, pages }) }}
        />
      )}
    </>
  )
}

function pageScript({ pageScripts }: Assets, feature: PageScript): string {
  const script = pageScripts[feature]
  if (script === undefined) throw new Error(`src/site/${feature} has no browser.ts.`)
  return script
}
