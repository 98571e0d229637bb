import { createElement } from 'react'

/** Characters that fit the narrowest column of a phone. */
const short = 16

/** Between two parts the line may break. */
const gap = ''

/** An address too long for its line breaks after the @, not within a name; a long half of it after its dots, too. */
export function EmailAddress({ address, className }: { address: string; className?: string }) {
  const host = address.lastIndexOf('@') + 1
  const parts = [address.slice(0, host), address.slice(host)].flatMap((half) =>
    half.length > short ? half.split(/(?<=\.)/) : [half],
  )
  const pieces = parts.filter(Boolean).flatMap((part) => [gap, part])
  // They never change their places: they need no keys.
  return createElement('span', { className }, ...pieces.slice(1).map(shown))
}

const shown = (piece: string) => (piece === gap ? createElement('wbr') : piece)
