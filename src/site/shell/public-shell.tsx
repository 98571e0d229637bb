import './shell.css'
import './cookie-banner.css'
import '#ui/button.css'
import type { ReactNode } from 'react'
import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import { Masthead } from '#ui/masthead.tsx'
import { SkipLink } from '#ui/skip-link.tsx'
import { Footer } from './footer.tsx'
import { shellWording } from './wording.en.ts'

const links = [
  { href: publicPaths.home, label: shellWording.header.home, icon: 'home' },
  { href: publicPaths.about, label: shellWording.header.about, icon: 'info' },
  { href: publicPaths.contact, label: shellWording.header.contact, icon: 'phone' },
  { href: publicPaths.services, label: shellWording.header.services, icon: 'hands' },
] as const

type PublicShellProps = { organization: Organization; year: number; path: string; children: ReactNode }

export function PublicShell({ organization, year, path, children }: PublicShellProps) {
  return (
    <>
      <SkipLink label={shellWording.skip} />
      <Masthead
        name={organization.name}
        homeHref={publicPaths.home}
        navLabel={shellWording.navigation}
        links={links.map((link) => ({ ...link, current: isWithin(path, link.href) }))}
        side={<span id="staff-link" />}
      />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer organization={organization} year={year} />
    </>
  )
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}
