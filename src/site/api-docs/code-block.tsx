import { createElement, Fragment } from 'react'

type CodeBlockProps = { title: string; label: string; children: string }

/** It scrolls sideways in itself, so the keyboard must reach it, and whoever can't see it must learn what it is. */
const frame = (label: string) => ({ tabIndex: 0, role: 'group', 'aria-label': label }) as const

export function CodeBlock({ title, label, children }: CodeBlockProps) {
  return (
    <figure className="api-code">
      <figcaption>{title}</figcaption>
      <pre {...frame(label)}>
        <code>{inColours(children)}</code>
      </pre>
    </figure>
  )
}

/** The names of a JSON object's fields, apart from their values. */
function inColours(text: string) {
  const parts = text
    .split(/^(\s*"[^"\\]*")(?=: )/m)
    .map((part, place) => (place % 2 === 1 ? createElement('b', null, part) : part))
  return createElement(Fragment, null, ...parts)
}
