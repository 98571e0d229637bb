import { Marp } from '@marp-team/marp-core'
import { deckPath } from '#contract/training/decks.ts'
import { asHtml } from '#server/http/as-html.ts'
import { deckFiles, type Training } from './read-training.ts'

const marp = new Marp({
  inlineSVG: false,
  script: false,
  html: false,
  math: false,
  emoji: { shortcode: false, unicode: false },
  markdown: { breaks: false },
})

/** All our decks as documents, and their style sheet. */
export function makeDecks({ decks }: Training, organization: string, style: string) {
  const documents = decks.flatMap(({ key, title, markdown }) =>
    markdown === null
      ? []
      : [
          {
            paths: [deckPath(key)],
            type: 'text/html; charset=utf-8',
            framed: true,
            text: deckDocument(title, markdown, organization),
          },
        ],
  )
  return [...documents, { paths: [`${deckFiles}/deck.css`], type: 'text/css; charset=utf-8', text: style }]
}

/**
 * A deck as a document for a frame: every slide a screen high, moved through by scrolling, keys and links, so
 * that it needs no script; on paper a slide is a page.
 */
function deckDocument(title: string, markdown: string, organization: string): string {
  const slides = slidesOf(markdown)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${asHtml(`${title} – ${organization}`)}</title>
<link rel="stylesheet" href="${deckFiles}/deck.css">
</head>
<body>
<main aria-label="${asHtml(`Slides: ${title}`)}">
${slides.map((slide, index) => screen(slide, index + 1, slides.length)).join('\n')}
</main>
</body>
</html>
`
}

interface Slide {
  kind: string | undefined
  content: string
}

/** What Marp makes of the Markdown, without its wrapper and its inline styles, which the policy forbids. */
function slidesOf(markdown: string): Slide[] {
  const { html } = marp.render(markdown)
  return [...html.matchAll(/<section\b([^>]*)>(.*?)<\/section>/gs)].map(
    ([, attributes = '', content = '']) => ({
      kind: /\bclass="([\w -]+)"/.exec(attributes)?.[1],
      content: content
        .replace(/ style="[^"]*"/g, '')
        .replace(/ id="[^"]*"/g, '')
        .replace(/src="pictures\//g, `loading="lazy" src="${deckFiles}/`)
        .replace(
          /<table>.*?<\/table>/gs,
          (table) => `<div class="table" role="group" tabindex="0" aria-label="Table">${table}</div>`,
        )
        .replace(/>[^<]+/g, (text) => text.replace(telephone, '<span class="number">$&</span>')),
    }),
  )
}

/** Its line must not break at a hyphen. */
const telephone = /(?<!\w)(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-. ])?\d{3}[-.]\d{4}(?!\w)/g

function screen({ kind, content }: Slide, number: number, count: number): string {
  const previous = number > 1 ? link(number - 1, 'Previous slide', '←') : '<span></span>'
  const next = number < count ? link(number + 1, 'Next slide', '→') : '<span></span>'
  return `<div class="screen${kind ? ` ${kind}` : ''}" id="slide-${number}" role="group" aria-roledescription="slide" aria-label="Slide ${number} of ${count}">
<div class="slide">${content}</div>
<p class="steps">${previous}<span aria-hidden="true">${number} / ${count}</span>${next}</p>
</div>`
}

function link(number: number, label: string, arrow: string): string {
  return `<a href="#slide-${number}" aria-label="${label}">${arrow}</a>`
}
