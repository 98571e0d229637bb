import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageHeading } from './page-heading.tsx'

test('a page heading renders its title before its intro, and both before its actions', () => {
  const html = renderToStaticMarkup(
    createElement(PageHeading, { title: 'Title', intro: 'Intro', actions: 'Actions' }),
  )
  expect(html.replace(/<[^>]*>/g, ' ').trim()).toMatch(/^Title\s+Intro\s+Actions$/)
})
