import { cookiePath } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { cookieBannerWording as wording } from './wording.en.ts'

const key = storageKeys.cookieConsent
const spaceProperty = '--cookie-banner-room'

/** Made by script (docs/product.md 26 and 60): without one, its buttons would not work. */
export function showCookieBanner(): void {
  if (isAnswered()) return
  const banner = element('section', 'cookie-banner screen-only')
  banner.setAttribute('aria-label', wording.label)

  const link = element('a', '', wording.link)
  link.href = cookiePath

  const actions = element('div', 'cookie-banner-actions')
  actions.append(
    link,
    answer(banner, wording.accept, 'accepted'),
    answer(banner, wording.essential, 'essential'),
  )
  banner.append(element('p', '', wording.text), actions)
  // After the skip link: keyboard users reach it early.
  document.body.firstElementChild?.after(banner)
  // On small screens its style puts it at the end of the page: the tab order has to match.
  if (!isFixed(banner)) document.body.append(banner)
  reserveSpace(banner)
}

/** Keeps the end of the page and the focused element clear of the banner, whatever its height. */
function reserveSpace(banner: HTMLElement): void {
  const { style } = document.documentElement
  const measure = () => style.setProperty(spaceProperty, `${isFixed(banner) ? banner.offsetHeight : 0}px`)
  new ResizeObserver(measure).observe(banner)
}

function isFixed(banner: HTMLElement): boolean {
  return getComputedStyle(banner).position === 'fixed'
}

function answer(banner: HTMLElement, label: string, value: string): HTMLButtonElement {
  const button = element('button', 'button button-secondary button-small', label)
  button.type = 'button'
  button.addEventListener('click', () => {
    keep(value)
    banner.remove()
    // The focused button is gone: keyboard users continue at the content, not at the start of the page.
    document.getElementById('main')?.focus({ preventScroll: true })
  })
  return button
}

/* Where storage is blocked, browsers throw: the choice is then not remembered. */

function isAnswered(): boolean {
  try {
    return Boolean(localStorage.getItem(key))
  } catch {
    return false
  }
}

function keep(value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {}
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = '') {
  const made = document.createElement(name)
  if (className) made.className = className
  made.textContent = text
  return made
}
