import type { ReactNode } from 'react'
import type { PasswordPolicy } from '#contract/access/passwords.ts'
import type { LanguagePage } from '#contract/organization/languages.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { appleTouchIconPath, iconPath, manifestPath } from './icons.ts'
import { shellWording } from './wording.en.ts'

/** Addresses of built files, with their hashes. */
export type Assets = {
  /** Of the home page, and what all pages of the website share. */
  homeStyle: string
  /** Of the other pages. */
  pageStyles: readonly string[]
  siteScript: string
  /** Scripts of single features, by feature. */
  pageScripts: Readonly<Record<string, string>>
  areas: EntryPoint
  signIn: EntryPoint
  /** Of the areas. */
  typeface: string
}

/** A script of the portal, those that it imports, and their styles. */
export type EntryPoint = { script: string; preloads: readonly string[]; styles: readonly string[] }

export type Site = {
  organization: Organization
  /** Only reviewed pages. */
  languagePages: readonly LanguagePage[]
  /** Without a slash at its end. */
  publicUrl: string
  year: number
  retentionYears: number
  /** The provider of the organization's accounts, if people sign in with them, and whose passwords still work. */
  signInWith?: { name: string; passwordPolicy: PasswordPolicy } | undefined
  assets: Assets
}

/** The page's background colors, for the browser's toolbars. */
const background = { light: '#fbf8f2', dark: '#0f181b' }

type DocumentProps = {
  language?: string
  title: string
  head: ReactNode
  styles: readonly string[]
  siteScript?: string
  scripts?: readonly string[]
  bodyClass: string
  children: ReactNode
}

export function Document(props: DocumentProps) {
  const {
    language = shellWording.language,
    title,
    head,
    styles,
    siteScript,
    scripts = [],
    bodyClass,
    children,
  } = props
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        {head}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={background.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={background.dark} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href={iconPath} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={appleTouchIconPath} />
        <link rel="manifest" href={manifestPath} />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {siteScript && <script type="module" src={siteScript} />}
        {scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      <body className={bodyClass}>{children}</body>
    </html>
  )
}
