import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Responsibilities, responsibilitiesSchema } from '#contract/organization/responsibilities.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { type DeckKey, deckKeys, deckPath } from '#contract/training/decks.ts'
import { OperatorError } from '#server/operator-error.ts'
import { readCheckedJson } from '#server/organization/read-checked-json.ts'
import { fillIn, type KnownValues, knownValues } from './fill-in.ts'

/** A slide deck: ours as Markdown, or another's address, which the operator put in its place (decision 29). */
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

interface Needs {
  organization: Pick<Organization, 'name' | 'decks'>
  retentionYears: number
}

const shownAs = 'organization/training'

/** Mistakes stop the start with a sentence. */
export async function readTraining(root: string, needs: Needs): Promise<Training> {
  const folder = join(root, shownAs)
  const values = knownValues(needs)
  const elsewhere = needs.organization.decks ?? {}
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

async function readResponsibilities(folder: string, values: KnownValues): Promise<Responsibilities> {
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
  values: KnownValues,
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
function asPlainText(values: KnownValues): KnownValues {
  const plain = (value: string) => value.replace(/[\\`*_[\]<>#|~]/g, '\\$&')
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]))
}
