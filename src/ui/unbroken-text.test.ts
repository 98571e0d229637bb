import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UnbrokenText } from './unbroken-text.tsx'

/** What stays together. */
const wholeIn = (text: string) =>
  [...renderToStaticMarkup(createElement(UnbrokenText, { text })).matchAll(/unbroken-text">([^<]*)</g)].map(
    ([, part]) => part,
  )

test.each([
  ['a short one after its @ alone', 'amal.warsame@', 'example.org.'],
  ['a long one after its dots, too', 'amal.', 'warsame-abdi@', 'housing.', 'example.', 'org.'],
])('an email address in a text may break: %s', (_, ...parts) => {
  const text = (between: string) => `Amal gets a link at ${parts.join(between)} It works once.`
  const html = renderToStaticMarkup(createElement(UnbrokenText, { text: text('') }))
  expect(html.replace(/<(?!wbr)[^>]*>/g, '')).toBe(text('<wbr/>'))
})

test.each([
  ['Call (612) 555-0142.', ['(612) 555-0142.']],
  [
    'at once: 1-844-880-1574, +1 612.555.0142 or 555-0143',
    ['1-844-880-1574,', '+1 612.555.0142', '555-0143'],
  ],
  ['the form DHS-7948, or (HSS-101)', ['DHS-7948,', 'HSS-101)']],
  ['Case Manager / Mental Health support', ['Manager /']],
  // A day, an identifier, a name with a hyphen, a file's name and an address in the web are none.
  [
    '2026-06-15, 5eed0002-0000-8000-8000-0000000000b8, Mary-Ann, https://example.org/DHS-7948-ENG, and/or',
    [],
  ],
])('in “%s” these parts stay whole, and no text is lost: %j', (text, whole) => {
  expect(wholeIn(text)).toEqual(whole)
  const html = renderToStaticMarkup(createElement(UnbrokenText, { text }))
  expect(html.replace(/<[^>]*>/g, '')).toBe(text)
})
