import './unbroken-text.css'
import { createElement } from 'react'

/**
 * A telephone number as people write it, with the full stop that must not begin a line either, or a word with the slash
 * that follows it.
 */
const unbroken =
  /((?<!\w)(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-. ])?\d{3}[-.]\d{4}(?!\w)[.,;:!?)]*|(?<!\S)\S{1,24} \/(?!\S))/

/** Text in which no line ends within a telephone number, and none begins with a slash. */
export function UnbrokenText({ text }: { text: string }) {
  // The parts never change their places: they need no keys.
  return createElement('span', null, ...text.split(unbroken).map(shown))
}

const shown = (part: string, index: number) =>
  index % 2 === 1 ? createElement('span', { className: 'unbroken-text' }, part) : part
