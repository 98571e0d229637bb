import { publicPaths } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { cookieBannerWording as wording } from './browser.wording.en.ts'
import { store, stored } from './stored.ts'

const key = storageKeys.cookieConsent
const roomName = '--cookie-banner-room'

/** Decisions 26 and 60: made here, so that a page without script never shows what it could not take an answer for. */
export function showCookieBanner(): void {
  if (stored(key)) return
  const banner = element('section', 'cookie-banner')
  banner.setAttribute('aria-label', wording.label)

  const link = element('a', '', wording.link)
  link.href = publicPaths.cookie

  const ways = element('div', 'cookie-banner-ways')
  ways.append(
    link,
    answer(banner, wording.accept, 'accepted'),
    answer(banner, wording.essential, 'essential'),
  )
  banner.append(element('p', '', wording.text), ways)
  // After the skip link, so that whoever uses the keyboard meets it early.
  document.body.firstElementChild?.after(banner)
  // Where it would take too much of the screen it is the end of the page, for the keyboard, too.
  if (!liesOver(banner)) document.body.append(banner)
  keepRoom(banner)
}

/** The page's end and whatever has focus stay clear of it, however many lines it has. Gone, it needs none. */
function keepRoom(banner: HTMLElement): void {
  const { style } = document.documentElement
  const measure = () => style.setProperty(roomName, `${liesOver(banner) ? banner.offsetHeight : 0}px`)
  new ResizeObserver(measure).observe(banner)
}

function liesOver(banner: HTMLElement): boolean {
  return getComputedStyle(banner).position === 'fixed'
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
