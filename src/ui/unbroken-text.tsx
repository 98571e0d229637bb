import './unbroken-text.css'
import { createElement } from 'react'

/** What a line must not break within. Punctuation that follows a number belongs to it. */
const patterns = [
  // An email address, which breaks by rules of its own.
  /(?<!\S)\S{1,64}@\S+/,
  // A telephone number as people write it.
  /(?<!\w)(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-. ])?\d{3}[-.]\d{4}(?!\w)[.,;:!?)]*/,
  // The number of a form: DHS-7122.
  /(?<![\w-])[A-Z]{2,5}-\d{3,5}(?![\w-])[.,;:!?)]*/,
  // A word with the slash that follows it.
  /(?<!\S)\S{1,24} \/(?!\S)/,
]

const unbroken = new RegExp(`(${patterns.map(({ source }) => source).join('|')})`)

/** Text in which no line breaks within one of these patterns. */
export function UnbrokenText({ text }: { text: string }) {
  // As separate arguments, static children need no keys.
  return createElement('span', null, ...text.split(unbroken).map(renderPart))
}

function renderPart(part: string, index: number) {
  if (index % 2 === 0) return part
  if (part.includes('@')) return createElement(EmailAddress, { address: part })
  return createElement('span', { className: 'unbroken-text' }, part)
}

/** As many characters fit into the narrowest column on a phone. */
const maxUnbroken = 16

/** Marks where the line may break; rendered as `<wbr>`. */
const gap = ''

/** Lets a long address break after the @ and, in a long half, after dots. */
export function EmailAddress({ address, className }: { address: string; className?: string }) {
  const host = address.lastIndexOf('@') + 1
  const parts = [address.slice(0, host), address.slice(host)].flatMap((half) =>
    half.length > maxUnbroken ? half.split(/(?<=\.)/) : [half],
  )
  const pieces = parts.filter(Boolean).flatMap((part) => [gap, part])
  return createElement('span', { className }, ...pieces.slice(1).map(renderPiece))
}

const renderPiece = (piece: string) => (piece === gap ? createElement('wbr') : piece)
