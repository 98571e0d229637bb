import '#ui/foundation.css'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Organization } from '#contract/organization/schema.ts'
import type { RenderedFile } from '#site/shell/rendered-file.ts'
import { Document } from '../shell/document.tsx'
import './api-docs.css'
import './api-call.css'
import './field-table.css'
import type { ApiDocument } from './document-shape.ts'
import { ApiDocsPage } from './page.tsx'
import { apiDocsWording } from './wording.en.ts'

/** Beside the calls that it describes; the website has no link to it. */
const path = '/api/docs'

type Needs = { organization: Organization; api: ApiDocument; assets: { apiDocsStyle: string } }

/** A program of its own, so that the rules of this page are in no sheet that visitors load. */
export function renderApiDocs({ organization, api, assets }: Needs): RenderedFile[] {
  const page = (
    <Document
      title={apiDocsWording.title(organization.name)}
      head={<meta name="robots" content="noindex" />}
      styles={[assets.apiDocsStyle]}
      bodyClass="api-docs"
    >
      <ApiDocsPage organization={organization} document={api} />
    </Document>
  )
  const text = `<!doctype html>${renderToStaticMarkup(page)}`
  return [{ paths: [path], type: 'text/html; charset=utf-8', text }]
}
