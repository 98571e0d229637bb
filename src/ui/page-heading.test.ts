import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageHeading } from './page-heading.tsx'

test('a heading is read before its intro, and both before what can be done', () => {
  const html = renderToStaticMarkup(
    createElement(PageHeading, { title: 'Title', intro: 'Intro', actions: 'Actions' }),
  )
  expect(html.replace(/<[^>]*>/g, ' ').trim()).toMatch(/^Title\s+Intro\s+Actions$/)
})
