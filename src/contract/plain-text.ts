/*
 * Control characters are invisible and refused, but come along with pasted text: word processors break a line within a
 * paragraph by a vertical tab and a page by a form feed, PDF viewers turn the hyphen at the end of a line into one, and
 * spreadsheets separate cells by tabs.
 */

/** C0, DEL and C1: nothing that a person types on one line. */
export const controlCharacter = /\p{Cc}/u

/** The same without line breaks and tabs, which notes and messages may hold. */
export const controlCharacterInProse = /(?![\t\n\r])\p{Cc}/u

/** A text on one line without it: what parts words leaves a blank. */
export function plainLine(text: string): string {
  return without(controlCharacter, text.replace(/[\t\n\v\f\r]+/g, ' '))
}

/** A text of several lines without it. */
export function plainProse(text: string): string {
  return without(controlCharacterInProse, text.replace(/[\v\f]/g, '\n'))
}

function without(unwanted: RegExp, text: string): string {
  return text.replace(new RegExp(unwanted, 'gu'), '')
}
