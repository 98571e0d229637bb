import { fontOf } from './font-files.ts'
import { type JoinedFont, joinFonts } from './join-fonts.ts'

/** Where the letters of names lie that are written in Latin or Cyrillic, with digits and signs: first and last. */
const typed = [
  [0x20, 0x24f],
  [0x2b9, 0x2bd],
  [0x300, 0x33f],
  [0x400, 0x49f],
  [0x1e00, 0x1eff],
  [0x2010, 0x203a],
  [0x20ac, 0x20ac],
] as const

const alphabets = ['latin', 'latin-ext', 'vietnamese', 'cyrillic']

let joined: JoinedFont | undefined

/** The font of what people type; the same for all forms. */
export function answerLetters(): JoinedFont {
  joined ??= joinFonts(
    alphabets.map((alphabet) => fontOf(alphabet, 'regular')),
    (letter) => typed.some(([first, last]) => first <= letter && letter <= last),
  )
  return joined
}

/** Code points in a row without a gap and within one high byte, as the tables of PDF want them. */
export function stretches({ letters }: JoinedFont): number[][] {
  const found: number[][] = []
  for (const letter of [...letters.keys()].sort((a, b) => a - b)) {
    const last = found.at(-1)
    if (last?.at(-1) === letter - 1 && letter % 256 > 0) last.push(letter)
    else found.push([letter])
  }
  return found
}
