import type { ComponentType } from 'react'
import { publicPaths } from '#contract/paths.ts'
import type { Page, PageProps } from '#site/page.ts'
import { accessibilityWording } from './accessibility.wording.en.ts'
import { CookieChoice } from './cookie-choice.tsx'
import { cookiesWording } from './cookies.wording.en.ts'
import { LegalPage } from './legal-page.tsx'
import { privacyWording } from './privacy.wording.en.ts'
import type { LegalPageWording } from './section.ts'
import { termsWording } from './terms.wording.en.ts'

function legalPage(path: string, wording: LegalPageWording, Body: ComponentType<PageProps>): Page {
  return {
    path,
    title: ({ name }) => `${wording.title} – ${name}`,
    description: ({ name }) => wording.description(name),
    Body,
  }
}

const { privacy, terms, cookies, cookie, accessibility } = publicPaths

const privacyPage = legalPage(privacy, privacyWording, (props) => (
  <LegalPage {...props} wording={privacyWording} path={privacy} email={props.organization.emails.contact} />
))

const termsPage = legalPage(terms, termsWording, (props) => (
  <LegalPage
    {...props}
    wording={termsWording}
    path={terms}
    email={props.organization.emails.contact}
    numbered
  />
))

/** The banner links to `/cookie`, the footer to `/cookies`. */
const cookiesPage: Page = {
  ...legalPage(cookies, cookiesWording, (props) => (
    <LegalPage {...props} wording={cookiesWording} path={cookies} email={props.organization.emails.support}>
      <CookieChoice />
    </LegalPage>
  )),
  alsoAt: [cookie],
  scripts: ['legal'],
}

const accessibilityPage = legalPage(accessibility, accessibilityWording, (props) => (
  <LegalPage
    {...props}
    wording={accessibilityWording}
    path={accessibility}
    email={props.organization.emails.support}
  />
))

export const legalPages: readonly Page[] = [privacyPage, termsPage, cookiesPage, accessibilityPage]
