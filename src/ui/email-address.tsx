import './unbroken-text.css'
import { createElement } from 'react'
import { classNames } from './class-names.ts'

/** Characters that fit the narrowest column of a phone. */
const short = 16

/** Between two parts the line may break. */
const gap = ''

type EmailAddressProps = {
  address: string
  /** Among words it takes a line of its own rather than two halves. */
  amongWords?: boolean
  className?: string
}

/** An address too long for its line breaks after the @, not within a name; a long half of it after its dots, too. */
export function EmailAddress({ address, amongWords = false, className }: EmailAddressProps) {
  const host = address.lastIndexOf('@') + 1
  const parts = [address.slice(0, host), address.slice(host)].flatMap((half) =>
    half.length > short ? half.split(/(?<=\.)/) : [half],
  )
  const pieces = parts.filter(Boolean).flatMap((part) => [gap, part])
  // They never change their places: they need no keys.
  const classes = classNames(amongWords && 'unbroken-text', className) || undefined
  return createElement('span', { className: classes }, ...pieces.slice(1).map(shown))
}

const shown = (piece: string) => (piece === gap ? createElement('wbr') : piece)
