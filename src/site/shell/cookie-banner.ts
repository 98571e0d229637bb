import { publicPaths } from '#contract/paths.ts'
import { cookieBannerWording as wording } from './browser.wording.en.ts'
import { store, stored } from './stored.ts'

const key = 'cookieConsent'

/** Decisions 26 and 60: made here, so that a page without script never shows what it could not take an answer for. */
export function showCookieBanner(): void {
  if (stored(key)) return
  const banner = element('section', 'cookie-banner')
  banner.setAttribute('aria-label', wording.label)

  const link = element('a', '', wording.link)
  link.href = publicPaths.cookie
  const text = element('p', '', `${wording.text} `)
  text.append(link)

  const buttons = element('div', 'cookie-banner-buttons')
  buttons.append(answer(banner, wording.accept, 'accepted'), answer(banner, wording.essential, 'essential'))
  banner.append(text, buttons)
  // After the skip link, so that whoever uses the keyboard meets it early.
  document.body.firstElementChild?.after(banner)
}

function answer(banner: HTMLElement, label: string, value: string): HTMLButtonElement {
  const button = element('button', 'button button-secondary', label)
  button.type = 'button'
  button.addEventListener('click', () => {
    store(key, value)
    banner.remove()
  })
  return button
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = '') {
  const made = document.createElement(name)
  if (className) made.className = className
  made.textContent = text
  return made
}
