import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { noteWindowDays } from '#contract/notes/rules.ts'
import {
  type Organization,
  type Responsibilities,
  responsibilitiesSchema,
} from '#contract/organization/schema.ts'
import { linkHours, sessionLimits } from '#contract/session/limits.ts'
import { type DeckKey, deckKeys, deckPath } from '#contract/training/decks.ts'
import { OperatorError } from '#server/operator-error.ts'
import { readCheckedJson } from '#server/organization/read-checked-json.ts'

/** A slide deck: ours as Markdown, or another's address, which the operator put in its place. */
export interface Deck {
  key: DeckKey
  title: string
  /** Where its frame is loaded from. */
  url: string
  /** Slides divided by `---`; null where the deck lies elsewhere. */
  markdown: string | null
}

/** What the operator's folder `organization/training` holds. */
export interface Training {
  responsibilities: Responsibilities
  decks: Deck[]
  /** The folder of the decks' pictures. */
  pictures: string
}

interface Facts {
  organization: Pick<Organization, 'name' | 'decks'>
  retentionYears: number
}

/** Where pictures and the style sheet of the decks are served. */
export const deckFiles = '/training/files'

const shownAs = 'organization/training'

const pictureTypes: Record<string, string> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
}

/** FieldErrors stop the start with a sentence. */
export async function readTraining(root: string, facts: Facts): Promise<Training> {
  const folder = join(root, shownAs)
  const values = valuesOf(facts)
  const elsewhere = facts.organization.decks ?? {}
  return {
    responsibilities: await readResponsibilities(folder, values),
    decks: await Promise.all(deckKeys.map((key) => readDeck(folder, key, elsewhere[key], values))),
    pictures: join(folder, 'pictures'),
  }
}

/** The other sites that decks are loaded from. */
export function deckHosts(decks: readonly Deck[]): string[] {
  const others = decks.flatMap(({ url, markdown }) => (markdown === null ? [new URL(url).origin] : []))
  return [...new Set(others)]
}

export async function readPictures({ pictures }: Training) {
  const names = await readdir(pictures)
  return await Promise.all(
    names.flatMap((name) => {
      const type = pictureTypes[extname(name)]
      return type ? [readPicture(join(pictures, name), `${deckFiles}/${name}`, type)] : []
    }),
  )
}

async function readPicture(file: string, path: string, type: string) {
  return { paths: [path], type, content: await readFile(file) }
}

type Values = Record<string, string>

/** What the product knows better than any text; the note windows are those of the rule. */
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

/** Puts the values in the place of `{{name}}`. */
function fillIn(text: string, values: Values, file: string): string {
  return text.replace(/\{\{(\w*)\}\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) return value
    const all = Object.keys(values).join(', ')
    throw new OperatorError(`${file} holds ${whole}, which is no value. There are: ${all}.`)
  })
}

async function readResponsibilities(folder: string, values: Values): Promise<Responsibilities> {
  const name = 'responsibilities.json'
  const asked = await readCheckedJson({
    file: join(folder, name),
    shownAs: `${shownAs}/${name}`,
    schema: responsibilitiesSchema,
    holds: 'what the training screens ask of employees and admins',
  })
  const filled = ({ headline, responsibilities }: Responsibilities['admin']) => ({
    headline: fillIn(headline, values, `${shownAs}/${name}`),
    responsibilities: responsibilities.map(({ title, text }) => ({
      title,
      text: fillIn(text, values, `${shownAs}/${name}`),
    })),
  })
  return { admin: filled(asked.admin), employee: filled(asked.employee) }
}

const frontMatter = /^---\r?\ntitle: (?<title>[^\r\n]+)\r?\n---\r?\n(?<slides>.*)$/s

async function readDeck(
  folder: string,
  key: DeckKey,
  elsewhere: string | undefined,
  values: Values,
): Promise<Deck> {
  const name = `${shownAs}/${key}.md`
  const text = await readFile(join(folder, `${key}.md`), 'utf8').catch(() => {
    throw new OperatorError(`${name} is missing or cannot be read. It holds the slides of a training deck.`)
  })
  const { title, slides } = frontMatter.exec(text)?.groups ?? {}
  if (!title || !slides) throw new OperatorError(`${name} must begin with three lines: ---, title: …, ---`)
  return {
    key,
    title: title.trim(),
    url: elsewhere ?? deckPath(key),
    markdown: elsewhere ? null : fillIn(slides, asPlainText(values), name),
  }
}

/** A name is words, whatever Markdown would make of its signs. */
function asPlainText(values: Values): Values {
  const plain = (value: string) => value.replace(/[\\`*_[\]<>#|~]/g, '\\$&')
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]))
}
