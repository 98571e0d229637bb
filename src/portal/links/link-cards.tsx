import './link-cards.css'
import { useId } from 'react'
import type { ResourceLink } from '#contract/links/endpoints.ts'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { linkWording as wording } from './wording.ts'

/** §2: external pages, each in a new tab that learns nothing of this one. */
export function LinkCards({ links }: { links: readonly ResourceLink[] }) {
  return (
    <ul className="link-cards">
      {links.map((link) => (
        <LinkCard key={link.url} link={link} />
      ))}
    </ul>
  )
}

function LinkCard({ link: { title, url, purpose, closed } }: { link: ResourceLink }) {
  const detail = useId()
  return (
    <li className="link-card">
      <a href={url} target="_blank" rel="noopener noreferrer" aria-describedby={detail}>
        {title}
        <Icon name="external" size="small" />
      </a>
      <div id={detail}>
        <p>{purpose}</p>
        {closed && <Badge tone="yellow">{closed}</Badge>}
        <p className="link-card-host">
          {hostOf(url)} <VisuallyHidden>({wording.newTab})</VisuallyHidden>
        </p>
      </div>
    </li>
  )
}

/** Where one is about to go: 'mn.gov'. */
function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? ''
}
