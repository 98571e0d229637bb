import './shell.css'
import './cookie-banner.css'
import '#ui/button.css'
import type { ReactNode } from 'react'
import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import { Icon } from '#ui/icon.tsx'
import { Masthead } from '#ui/masthead.tsx'
import { SkipLink } from '#ui/skip-link.tsx'
import { Footer, footerHelpPlace } from './footer.tsx'
import { shellWording } from './wording.en.ts'

const links = [
  { href: publicPaths.home, label: shellWording.header.home, icon: 'home' },
  { href: publicPaths.about, label: shellWording.header.about, icon: 'info' },
  { href: publicPaths.contact, label: shellWording.header.contact, icon: 'phone' },
  { href: publicPaths.services, label: shellWording.header.services, icon: 'hands' },
] as const

type PublicShellProps = {
  organization: Organization
  year: number
  path: string
  /** Where 'Help now' leads. */
  helpPlace?: string | undefined
  children: ReactNode
}

export function PublicShell(props: PublicShellProps) {
  const { organization, year, path, helpPlace = footerHelpPlace, children } = props
  return (
    <>
      <SkipLink label={shellWording.skip} />
      <Masthead
        name={organization.name}
        homeHref={publicPaths.home}
        navLabel={shellWording.navigation}
        links={links.map((link) => ({ ...link, current: isWithin(path, link.href) }))}
        side={
          <>
            <span id="staff-link" />
            <a className="help-now" href={`#${helpPlace}`}>
              <Icon name="phone" size="small" />
              {shellWording.helpNow}
            </a>
          </>
        }
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
