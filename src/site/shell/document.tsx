import type { ReactNode } from 'react'
import type { Organization } from '#contract/organization/schema.ts'
import { shellWording } from './wording.en.ts'

/** Addresses of built files, as the builds named them. */
export type Assets = {
  siteStyle: string
  siteScript: string
  portalScript: string
  portalStyles: readonly string[]
  portalPreloads: readonly string[]
}

export type Site = { organization: Organization; publicUrl: string; year: number; assets: Assets }

/** The colours of the page's ground, for the browser's own bars. */
const ground = { light: '#fbf8f2', dark: '#0f181b' }

type DocumentProps = {
  title: string
  head: ReactNode
  styles: readonly string[]
  siteScript?: string
  scripts?: readonly string[]
  bodyClass: string
  children: ReactNode
}

export function Document(props: DocumentProps) {
  const { title, head, styles, siteScript, scripts = [], bodyClass, children } = props
  return (
    <html lang={shellWording.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        {head}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={ground.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={ground.dark} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href={iconPath} type="image/svg+xml" />
        <link rel="manifest" href={manifestPath} />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {siteScript && <script type="module" src={siteScript} {...beforeFirstPaint} />}
        {scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      <body className={bodyClass}>{children}</body>
    </html>
  )
}

/**
 * What the site's script puts at the top of the page is there when the page is first shown, so nothing jumps. It is
 * smaller than the style sheet that the browser waits for anyway.
 */
const beforeFirstPaint = { blocking: 'render' }

export const iconPath = '/favicon.svg'
export const manifestPath = '/site.webmanifest'
