import type { ReactNode } from 'react'
import { type areaPaths, signInPaths } from '#contract/paths.ts'
import { passkeyHost } from '#contract/session/passkeys.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Document, type EntryPoint, type Site } from './document.tsx'
import { PublicShell } from './public-shell.tsx'
import { shellWording } from './wording.en.ts'

const wording = shellWording.portal

/** The sign-in pages have the public header and footer. */
export function SignInShell({ site, page }: { site: Site; page: keyof typeof signInPaths }) {
  const { organization, year, assets } = site
  const path = signInPaths[page]
  return (
    <Document
      title={`${wording[page]} – ${organization.name}`}
      head={<PortalHead site={site} start={assets.signIn} />}
      styles={[assets.homeStyle, ...assets.signIn.styles]}
      siteScript={assets.siteScript}
      scripts={[assets.signIn.script]}
      bodyClass="site"
    >
      <PublicShell organization={organization} year={year} path={path}>
        <div className={`site-sign-in site-sign-in-${path.slice(1)}`}>
          <PortalRoot lines={4} />
        </div>
      </PublicShell>
    </Document>
  )
}

/** The portal renders its own header; until then, a skeleton holds its place. */
export function AreaShell({ site, area }: { site: Site; area: keyof typeof areaPaths }) {
  const { organization, assets } = site
  return (
    <Document
      title={`${wording[area]} – ${organization.name}`}
      head={
        <>
          <PortalHead site={site} start={assets.areas} />
          <link rel="preload" href={assets.typeface} as="font" type="font/woff2" crossOrigin="anonymous" />
        </>
      }
      styles={assets.areas.styles}
      scripts={[assets.areas.script]}
      bodyClass="portal"
    >
      <PortalRoot lines={6}>
        <div className="masthead" />
      </PortalRoot>
    </Document>
  )
}

function PortalHead({ site, start }: { site: Site; start: EntryPoint }) {
  return (
    <>
      <meta name="robots" content="noindex" />
      <meta name="organization" content={site.organization.name} />
      <meta name="organization-phone" content={site.organization.phones[0]?.number} />
      <meta name="organization-email" content={site.organization.emails.contact} />
      <meta name="time-zone" content={site.organization.timeZone} />
      <meta name="passkey-host" content={passkeyHost(site.publicUrl) ?? ''} />
      {site.signInWith && (
        <>
          <meta name="sign-in-with" content={site.signInWith.name} />
          <meta name="passwords" content={site.signInWith.passwordPolicy} />
        </>
      )}
      {start.preloads.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
    </>
  )
}

/**
 * The element that the portal renders into, with a skeleton until it starts. `translate="no"` keeps page translators from
 * sending client records away and from changing what React has rendered (docs/decisions/0043).
 */
function PortalRoot({ lines, children }: { lines: number; children?: ReactNode }) {
  return (
    <>
      <noscript>
        <p className="portal-shell-notice">{wording.noScript}</p>
      </noscript>
      <p className="portal-shell-notice portal-shell-too-old">{wording.tooOld}</p>
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
