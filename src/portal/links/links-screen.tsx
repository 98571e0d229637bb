import '#ui/card.css'
import './link-cards.css'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ResourceLink } from '#contract/links/endpoints.ts'
import { screens } from '#contract/paths.ts'
import { call } from '#portal/calls/call.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'

type LinkList = 'resources' | 'admin'

const linkQuery = (list: LinkList) =>
  queryOptions({
    queryKey: ['links', list],
    queryFn: ({ signal }) => call(`GET /links/${list}`, {}, { signal }),
  })

const intro = {
  resources: 'Outside resources that help people find and keep a home.',
  admin: 'These are important Employee links to help make task easy on Employee',
} as const

export const ResourcesScreen = () => <LinksScreen list="resources" />
export const AdminLinksScreen = () => <LinksScreen list="admin" />

function LinksScreen({ list }: { list: LinkList }) {
  const links = useQuery(linkQuery(list))
  return (
    <Screen title={screens.adminLinks.title} intro={<p>{intro[list]}</p>}>
      <Loaded
        query={links}
        waiting={<LoadingSkeleton label="Loading links…" />}
        failed="Unable to load the links."
      >
        {(links) => <LinkCards links={links} />}
      </Loaded>
    </Screen>
  )
}

function LinkCards({ links }: { links: readonly ResourceLink[] }) {
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
    <li className="link-card card">
      <a href={url} target="_blank" rel="noopener noreferrer" aria-describedby={detail}>
        {title}
        <Icon name="external" size="small" />
      </a>
      <div id={detail} className="soft stack-close">
        <p>{purpose}</p>
        {closed && <Badge tone="yellow">{closed}</Badge>}
        <p className="link-card-host small-soft">
          {hostOf(url)} <span className="visually-hidden">(opens in a new tab)</span>
        </p>
      </div>
    </li>
  )
}

/** 'mn.gov'. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}
