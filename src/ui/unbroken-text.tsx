import './unbroken-text.css'
import { createElement } from 'react'
import { EmailAddress } from './email-address.tsx'

/** Numbers with the full stop that must not begin a line either. */
const kept = [
  // An email address, which breaks by rules of its own.
  /(?<!\S)\S{1,64}@\S+/,
  // A telephone number as people write it.
  /(?<!\w)(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-. ])?\d{3}[-.]\d{4}(?!\w)[.,;:!?)]*/,
  // The number of a form: DHS-7122.
  /(?<![\w-])[A-Z]{2,5}-\d{3,5}(?![\w-])[.,;:!?)]*/,
  // A word with the slash that follows it.
  /(?<!\S)\S{1,24} \/(?!\S)/,
]

const unbroken = new RegExp(`(${kept.map(({ source }) => source).join('|')})`)

/** Text in which no line ends within one of these, nor begins with a slash. */
export function UnbrokenText({ text }: { text: string }) {
  // The parts never change their places: they need no keys.
  return createElement('span', null, ...text.split(unbroken).map(shown))
}

function shown(part: string, index: number) {
  if (index % 2 === 0) return part
  if (part.includes('@')) return createElement(EmailAddress, { address: part })
  return createElement('span', { className: 'unbroken-text' }, part)
}
