import { readdir } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { noteWindowDays } from '#contract/notes/rules.ts'
import {
  type Organization,
  type Responsibilities,
  responsibilitiesSchema,
} from '#contract/organization/schema.ts'
import { screenPath } from '#contract/paths.ts'
import { linkHours, sessionLimits } from '#contract/session/limits.ts'
import { type DeckKey, deckKeys, deckPath, trainingOf } from '#contract/training/decks.ts'
import { escapeHtml } from '#server/http/escape-html.ts'
import { OperatorError } from '#server/operator-error.ts'
import { organizationFolder, readOperatorFile } from '#server/organization/read-organization.ts'
import { readWithin } from '#server/plain-file.ts'

/** A slide deck: our own Markdown, or an external address of the operator. */
interface Deck {
  key: DeckKey
  title: string
  /** Where its frame is loaded from. */
  url: string
  /** Slides separated by `---`; null for an external deck. */
  markdown: string | null
}

/** The content of the organization's folder `training`. */
export interface Training {
  responsibilities: Responsibilities
  decks: Deck[]
  /** The folder of the decks' pictures, two below the organization's. */
  pictures: string
}

interface Facts {
  organization: Pick<Organization, 'name' | 'decks'>
  retentionYears: number
}

/** Where pictures and the style sheet of the decks are served. */
export const deckFiles = '/training/files'

interface TrainingFolder {
  /** The organization's folder, which no link leaves. */
  organization: string
  path: string
  /** Its name in messages. */
  shownAs: string
}

const pictureTypes: Record<string, string> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
}

/** Invalid content prevents startup, with an error message. */
export async function readTraining(
  root: string,
  facts: Facts,
  organization = organizationFolder,
): Promise<Training> {
  const shownAs = join(organization, 'training')
  const folder = { organization: resolve(root, organization), path: resolve(root, shownAs), shownAs }
  const values = valuesOf(facts)
  const elsewhere = facts.organization.decks ?? {}
  return {
    responsibilities: await readResponsibilities(folder, values),
    decks: await Promise.all(deckKeys.map((key) => readDeck(folder, key, elsewhere[key], values))),
    pictures: join(folder.path, 'pictures'),
  }
}

/** Origins of external decks, for the content security policy. */
export function deckHosts(decks: readonly Deck[]): string[] {
  const others = decks.flatMap(({ url, markdown }) => (markdown === null ? [new URL(url).origin] : []))
  return [...new Set(others)]
}

export async function readPictures({ pictures }: Training) {
  const names = await readdir(pictures)
  return await Promise.all(
    names.flatMap((name) => {
      const type = pictureTypes[extname(name)]
      return type ? [readPicture(pictures, name, type)] : []
    }),
  )
}

async function readPicture(pictures: string, name: string, type: string) {
  const content = await readWithin(resolve(pictures, '../..'), join(pictures, name))
  return { paths: [`${deckFiles}/${name}`], type, content }
}

type Values = Record<string, string>

/** Values for placeholders in the texts, taken from the rules themselves. */
function valuesOf({ organization, retentionYears }: Facts): Values {
  return {
    organization: organization.name,
    managerNoteDays: `${noteWindowDays.manager}`,
    adminNoteDays: `${noteWindowDays.admin}`,
    retentionYears: `${retentionYears}`,
    idleMinutes: `${sessionLimits.idle / 60}`,
    setUpHours: `${linkHours['set-up']}`,
  }
}

/** Replaces `{{name}}` by its value. */
function fillIn(text: string, values: Values, file: string): string {
  return text.replace(/\{\{(\w*)\}\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) return value
    const all = Object.keys(values).join(', ')
    throw new OperatorError(`${file} uses ${whole}, which is not a known value. Known values: ${all}.`)
  })
}

async function readResponsibilities(folder: TrainingFolder, values: Values): Promise<Responsibilities> {
  const name = 'responsibilities.json'
  const shownAs = join(folder.shownAs, name)
  const responsibilities = await readOperatorFile({
    folder: folder.organization,
    file: join(folder.path, name),
    shownAs,
    schema: responsibilitiesSchema,
    holds: 'what the training screens ask of employees and admins',
  })
  const filled = ({ headline, responsibilities }: Responsibilities['admin']) => ({
    headline: fillIn(headline, values, shownAs),
    responsibilities: responsibilities.map(({ title, text }) => ({
      title,
      text: fillIn(text, values, shownAs),
    })),
  })
  return { admin: filled(responsibilities.admin), employee: filled(responsibilities.employee) }
}

const frontMatter = /^---\r?\ntitle: (?<title>[^\r\n]+)\r?\n---\r?\n(?<slides>.*)$/s

async function readDeck(
  folder: TrainingFolder,
  key: DeckKey,
  elsewhere: string | undefined,
  values: Values,
): Promise<Deck> {
  const name = join(folder.shownAs, `${key}.md`)
  const file = join(folder.path, `${key}.md`)
  const bytes = await readWithin(folder.organization, file).catch((cause) => {
    if (cause instanceof OperatorError) throw cause
    throw new OperatorError(`${name} is missing or cannot be read. It holds the slides of a training deck.`)
  })
  const { title, slides } = frontMatter.exec(bytes.toString())?.groups ?? {}
  if (!title || !slides) throw new OperatorError(`${name} must begin with three lines: ---, title: …, ---`)
  return {
    key,
    title: title.trim(),
    url: elsewhere ?? deckPath(key),
    markdown: elsewhere ? null : fillIn(slides, asPlainText(values), name),
  }
}

/** Escapes Markdown in names. */
function asPlainText(values: Values): Values {
  const plain = (value: string) => value.replace(/[\\`*_[\]<>#|~]/g, '\\$&')
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]))
}

/** All our decks as documents, and their style sheet. */
export async function makeDecks({ decks }: Training, organization: string, style: string) {
  // Loaded here, because most starts find the decks cached.
  const { Marp } = await import('@marp-team/marp-core')
  const marp = new Marp({
    inlineSVG: false,
    script: false,
    html: false,
    math: false,
    emoji: { shortcode: false, unicode: false },
    markdown: { breaks: false },
  })
  const documents = decks.flatMap(({ key, title, markdown }) => {
    if (markdown === null) return []
    const slides = slidesOf(marp.render(markdown).html)
    const text = deckDocument(key, title, slides, organization)
    return [{ paths: [deckPath(key)], type: 'text/html; charset=utf-8', framed: true, text }]
  })
  return [...documents, { paths: [`${deckFiles}/deck.css`], type: 'text/css; charset=utf-8', text: style }]
}

/**
 * A deck as a document for a frame, without scripts. Each slide is a screen high, and people reach it by scrolling and by
 * links; on paper, a slide is a page. The training screen around the frame adds keys and removes the link to itself.
 */
function deckDocument(key: DeckKey, title: string, slides: Slide[], organization: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} – ${organization}`)}</title>
<link rel="stylesheet" href="${deckFiles}/deck.css">
</head>
<body>
<header class="alone"><a href="${trainingPaths[trainingOf(key)]}">Open these slides in the portal</a> to move through them with the arrow keys.</header>
<main aria-label="${escapeHtml(`Slides: ${title}`)}">
${slides.map((slide, index) => screen(slide, index + 1, slides.length)).join('\n')}
</main>
</body>
</html>
`
}

const trainingPaths = {
  admin: screenPath('admin', 'training'),
  employee: screenPath('manager', 'employeeTraining'),
}

interface Slide {
  kind: string | undefined
  content: string
}

/** Marp's HTML without its wrapper and its inline styles, which the policy forbids. */
function slidesOf(html: string): Slide[] {
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

/** A phone number, which must not break at a hyphen. */
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
