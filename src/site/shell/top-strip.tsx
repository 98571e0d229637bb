import './top-strip.css'
import { languageSource } from '#contract/organization/language-source.en.ts'
import { languagePaths, publicPaths } from '#contract/paths.ts'
import type { Site } from './document.tsx'

/** Each language by its own name. */
const names = { es: 'Español', so: 'Soomaali', hmn: 'Hmoob' }

type TopStripProps = {
  site: Site
  /** The page's language; English by default. */
  language?: string
  texts?: Pick<
    Record<keyof typeof languageSource, string>,
    'languages' | 'leaveLabel' | 'leave' | 'leaveHistory'
  >
}

/**
 * The page in other languages, and a link for people who must not be seen reading it. The link stays in sight, and the
 * page's script keeps Back from returning here.
 */
export function TopStrip({ site, language = 'en', texts = languageSource }: TopStripProps) {
  const others = [
    ...(language === 'en' ? [] : [{ code: 'en', path: publicPaths.home, name: 'English' }]),
    ...site.languagePages.map(({ language: code }) => ({
      code,
      path: languagePaths[code],
      name: names[code],
    })),
  ].filter(({ code }) => code !== language)
  return (
    <div className="top-strip deep screen-only">
      {others.length > 0 && (
        <nav aria-label={texts.languages}>
          {others.map(({ code, path, name }) => (
            <a key={code} className="touch-line" href={path} lang={code}>
              {name}
            </a>
          ))}
        </nav>
      )}
      <aside aria-label={texts.leaveLabel}>
        <a className="touch-line" href={site.organization.leaveTo} rel="noreferrer nofollow">
          {texts.leave}
        </a>
        <span>{texts.leaveHistory}</span>
      </aside>
    </div>
  )
}

/** Tells search engines that these pages say the same in other languages. They have no code for Hmong. */
export function Alternates({ site: { languagePages, publicUrl } }: { site: Site }) {
  const known = languagePages.map(({ language }) => language).filter((language) => language !== 'hmn')
  if (known.length === 0) return null
  const all = [
    ...known.map((language) => [language, languagePaths[language]]),
    ...['en', 'x-default'].map((language) => [language, publicPaths.home]),
  ]
  return all.map(([language, path]) => (
    <link key={language} rel="alternate" hrefLang={language} href={`${publicUrl}${path}`} />
  ))
}
