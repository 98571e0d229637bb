import { OperatorError } from '#server/operator-error.ts'

/** What of a file is wrong. */
export type Place = 'file' | 'encoding' | 'columns'

/** Refuses a file as a whole. Only headings are quoted. */
export class FileRefused extends OperatorError {
  readonly place: Place

  constructor(place: Place, message: string) {
    super(message)
    this.place = place
  }
}

const maxCharacters = 40
const escapes: Record<string, string> = { '\n': '\\n', '\t': '\\t' }

/** A cell's text for a sentence or a terminal: shortened, with control characters and direction marks as escapes. */
export function printable(text: string): string {
  const characters = Array.from(text.slice(0, 4 * maxCharacters))
  const cut = characters.length > maxCharacters ? [...characters.slice(0, maxCharacters), '…'] : characters
  return cut
    .join('')
    .replace(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
      (character) => escapes[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
}
