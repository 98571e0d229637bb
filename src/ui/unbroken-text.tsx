import './unbroken-text.css'
import { createElement } from 'react'
import { EmailAddress } from './email-address.tsx'

/**
 * An email address, a telephone number as people write it with the full stop that must not begin a line either, or a word
 * with the slash that follows it.
 */
const unbroken =
  /((?<!\S)\S{1,64}@\S+|(?<!\w)(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-. ])?\d{3}[-.]\d{4}(?!\w)[.,;:!?)]*|(?<!\S)\S{1,24} \/(?!\S))/

/** Text in which no line ends within a telephone number or a word of an email address, and none begins with a slash. */
export function UnbrokenText({ text }: { text: string }) {
  // The parts never change their places: they need no keys.
  return createElement('span', null, ...text.split(unbroken).map(shown))
}

function shown(part: string, index: number) {
  if (index % 2 === 0) return part
  if (part.includes('@')) return createElement(EmailAddress, { address: part })
  return createElement('span', { className: 'unbroken-text' }, part)
}
