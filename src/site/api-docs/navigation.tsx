import { type ApiDocument, callsOf } from './document-shape.ts'
import { introSections } from './introduction.tsx'
import { MethodBadge } from './method-badge.tsx'
import { apiDocsWording as wording } from './wording.en.ts'

/** Every call beside the page where there is room, only the features above it where there is none. */
export function Navigation({ document }: { document: ApiDocument }) {
  return (
    <nav className="api-nav" aria-label={wording.navigation}>
      <ul>
        <li>
          <a className="api-nav-feature" href="#main">
            {wording.begin}
          </a>
          <ul>
            {introSections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </li>
        {document.tags.map((tag) => (
          <li key={tag.name}>
            <a className="api-nav-feature" href={`#${tag.name}`}>
              {tag['x-displayName']}
            </a>
            <ul>
              {callsOf(document, tag.name).map(({ id, method, operation }) => (
                <li key={id}>
                  <a href={`#${id}`}>
                    <span>{operation.summary}</span> <MethodBadge method={method} />
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}
