import type { Page } from '#site/page.ts'
import type { Site } from './document.tsx'
import { structuredData } from './structured-data.ts'
import { shellWording } from './wording.en.ts'

type PublicHeadProps = { site: Site; page: Page; pages: readonly Page[] }

/** What a public page says about itself to search engines and to those that show links. */
export function PublicHead({ site, page, pages }: PublicHeadProps) {
  const { organization, publicUrl } = site
  const description = page.description(organization)
  const canonical = `${publicUrl}${page.path}`
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonical} />
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
