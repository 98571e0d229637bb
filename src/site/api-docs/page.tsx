import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import { NameMark } from '#ui/name-mark.tsx'
import { SkipLink } from '#ui/skip-link.tsx'
import { CallArticle } from './call-article.tsx'
import { type ApiDocument, callsOf } from './document-shape.ts'
import { Introduction } from './introduction.tsx'
import { Navigation } from './navigation.tsx'
import { apiDocsWording as wording } from './wording.en.ts'

type PageProps = { organization: Organization; document: ApiDocument }

export function ApiDocsPage({ organization, document }: PageProps) {
  const base = document.servers[0]?.url ?? ''
  return (
    <>
      <SkipLink label={wording.skip} />
      <header className="api-top">
        <NameMark name={organization.name} href={publicPaths.home} detail={wording.mark} />
      </header>
      <div className="api-columns">
        <Navigation document={document} />
        <main id="main" tabIndex={-1}>
          <h1>{wording.heading}</h1>
          <p className="api-lead">{wording.lead}</p>
          <p>
            {wording.machineReadable} <a href="/api/openapi.json">/api/openapi.json</a>
          </p>
          <Introduction base={base} />
          {document.tags.map((tag) => (
            <section key={tag.name} id={tag.name} className="api-feature">
              <h2>{tag['x-displayName']}</h2>
              <p>{tag.description}</p>
              {callsOf(document, tag.name).map((call) => (
                <CallArticle key={call.id} call={call} document={document} />
              ))}
            </section>
          ))}
        </main>
      </div>
    </>
  )
}
