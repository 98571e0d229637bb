import { publicPaths } from '#contract/paths.ts'
import type { PageProps } from '#site/page.ts'
import { legalWording } from './wording.en.ts'

const wording = legalWording.related

const links = [
  { href: publicPaths.privacy, label: wording.privacy },
  { href: publicPaths.terms, label: wording.terms },
  { href: publicPaths.cookies, label: wording.cookies },
  { href: publicPaths.accessibility, label: wording.accessibility },
]

export function Related({ path, hasPage }: { path: string; hasPage: PageProps['hasPage'] }) {
  const others = links.filter(({ href }) => href !== path && hasPage(href))
  return (
    <nav aria-labelledby="legal-related">
      <h2 id="legal-related">{wording.title}</h2>
      <ul>
        {others.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
