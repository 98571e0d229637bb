import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { lettersOfFont } from './letters-of-font.ts'
import { unpackWoff } from './woff.ts'

export type Weight = 'regular' | 'bold'

const family = '@fontsource/source-sans-3'
const weights = { regular: 400, bold: 600 } as const
const load = createRequire(import.meta.url)

const fonts = new Map<string, Buffer>()

/** The typeface comes in files of some letters each: Latin, more Latin, Vietnamese, Greek, Cyrillic. */
export function fontOf(alphabet: string, weight: Weight): Buffer {
  const file = load.resolve(`${family}/files/source-sans-3-${alphabet}-${weights[weight]}-normal.woff`)
  const font = fonts.get(file) ?? unpackWoff(readFileSync(file))
  fonts.set(file, font)
  return font
}

/** The file that holds a letter; undefined where the typeface has no such letter. */
export function alphabetOf(letter: string): string | undefined {
  const point = letter.codePointAt(0) ?? 0
  return alphabets().find((alphabet) => alphabet.declares(point) && lettersOf(alphabet.name).has(point))?.name
}

const letters = new Map<string, ReadonlyMap<number, number>>()

/** Both weights hold the same. */
function lettersOf(alphabet: string): ReadonlyMap<number, number> {
  const known = letters.get(alphabet) ?? lettersOfFont(fontOf(alphabet, 'regular'))
  letters.set(alphabet, known)
  return known
}

interface Alphabet {
  name: string
  /** The file may hold it; not every letter of a range exists in it. */
  declares(point: number): boolean
}

let declared: Alphabet[] | undefined

/** The package says which letters to look for in each of its files: `U+0000-00FF,U+0131,…`. Latin comes first. */
function alphabets(): Alphabet[] {
  declared ??= Object.entries(load(`${family}/unicode.json`) as Record<string, string>)
    .map(([name, ranges]) => ({ name, declares: within(ranges.split(',')) }))
    .sort((a, b) => Number(b.name === 'latin') - Number(a.name === 'latin'))
  return declared
}

function within(ranges: readonly string[]): Alphabet['declares'] {
  const read = ranges.map((range) => {
    const [first = 0, last = first] = range
      .slice(2)
      .split('-')
      .map((end) => Number.parseInt(end, 16))
    return { first, last }
  })
  return (point) => read.some(({ first, last }) => first <= point && point <= last)
}
