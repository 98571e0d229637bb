import { publicPaths } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { cookieBannerWording as wording } from './browser.wording.en.ts'
import { store, stored } from './stored.ts'

const key = storageKeys.cookieConsent

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
  const button = element('button', 'button button-secondary button-small', label)
  button.type = 'button'
  button.addEventListener('click', () => {
    store(key, value)
    banner.remove()
    // The button is gone: whoever uses the keyboard goes on at the page's content, not at its very beginning.
    document.getElementById('main')?.focus({ preventScroll: true })
  })
  return button
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = '') {
  const made = document.createElement(name)
  if (className) made.className = className
  made.textContent = text
  return made
}
