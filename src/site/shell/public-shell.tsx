import '#ui/tokens.css'
import '#ui/base.css'
import './shell.css'
import './cookie-banner.css'
import '#ui/button.css'
import type { ReactNode } from 'react'
import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import { Icon } from '#ui/icon.tsx'
import { Masthead, SkipLink } from '#ui/masthead.tsx'
import { Footer, footerHelpId } from './footer.tsx'
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
  /** The id that 'Help now' links to. */
  helpId?: string | undefined
  /** Between the skip link and the header. */
  above?: ReactNode
  children: ReactNode
}

export function PublicShell(props: PublicShellProps) {
  const { organization, year, path, helpId = footerHelpId, above, children } = props
  return (
    <>
      <SkipLink />
      {above}
      <Masthead
        name={organization.name}
        homeHref={publicPaths.home}
        navLabel={shellWording.navigation}
        links={links.map((link) => ({ ...link, current: isWithin(path, link.href) }))}
        side={
          <>
            <span id="staff-link" />
            <a className="button help-now" href={`#${helpId}`}>
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

function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`)
}
