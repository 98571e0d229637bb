import './portal-shell.css'
import type { ReactNode } from 'react'
import { type areaPaths, signInPaths } from '#contract/paths.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Document, type Site } from './document.tsx'
import { PublicShell } from './public-shell.tsx'
import { shellWording } from './wording.en.ts'

const wording = shellWording.portal

/** Signing in happens inside the public site's header and footer. */
export function SignInShell({ site, page }: { site: Site; page: keyof typeof signInPaths }) {
  const { organization, year, assets } = site
  const path = signInPaths[page]
  return (
    <Document
      title={`${wording[page]} – ${organization.name}`}
      head={<PortalHead site={site} />}
      styles={[assets.siteStyle, ...assets.portalStyles]}
      siteScript={assets.siteScript}
      scripts={[assets.portalScript]}
      bodyClass="site"
    >
      <PublicShell organization={organization} year={year} path={path}>
        <div className={`site-sign-in site-sign-in-${path.slice(1)}`}>
          <PortalPlace lines={4} />
        </div>
      </PublicShell>
    </Document>
  )
}

/** The areas draw their own header; until they do, a skeleton holds their place. */
export function AreaShell({ site, area }: { site: Site; area: keyof typeof areaPaths }) {
  const { organization, assets } = site
  return (
    <Document
      title={`${wording[area]} – ${organization.name}`}
      head={<PortalHead site={site} />}
      styles={[assets.siteStyle, ...assets.portalStyles]}
      scripts={[assets.portalScript]}
      bodyClass="portal"
    >
      <PortalPlace lines={6}>
        <div className="portal-shell-bar" />
      </PortalPlace>
    </Document>
  )
}

/** No address of these pages, which may carry a one-time token, leaves them as a referrer. */
function PortalHead({ site }: { site: Site }) {
  return (
    <>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <meta name="organization" content={site.organization.name} />
      {site.assets.portalPreloads.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
    </>
  )
}

/**
 * What stands in here goes when the portal starts. No translator of pages is to touch it: it would carry records of
 * clients away, and put its own words where React finds them no more (docs/decisions/0043).
 */
function PortalPlace({ lines, children }: { lines: number; children?: ReactNode }) {
  return (
    <>
      <noscript>
        <p className="portal-shell-no-script">{wording.noScript}</p>
      </noscript>
      <div id="portal" translate="no">
        {children}
        <div className="portal-shell-skeleton">
          <Skeleton lines={lines} label={wording.loading} />
          <div role="status">
            <p className="portal-shell-late">{wording.late}</p>
          </div>
        </div>
      </div>
    </>
  )
}
