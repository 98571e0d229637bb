import { createElement, Fragment } from 'react'

/** Text in which backticks stand for code. */
export function Prose({ text }: { text: string }) {
  const parts = text
    .split('`')
    .map((part, place) => (place % 2 === 1 ? createElement('code', null, part) : part))
  return createElement(Fragment, null, ...parts)
}
