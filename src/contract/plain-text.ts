/*
 * Control characters are invisible and refused, but pasted text has them: vertical tabs and form feeds from word processors,
 * tabs from spreadsheets, others from PDF viewers. So are noncharacters, which XML and thereby PDF files can't hold.
 */

/**
 * C0, DEL, C1, Unicode's line and paragraph separators, and the marks that turn the direction of what follows, behind which a
 * name can pass for another: nothing that a person types on one line.
 */
export const controlCharacter = /[\p{Cc}\p{NChar}\u2028-\u202e\u2066-\u2069]/u

/**
 * Notes and messages may hold line breaks, tabs and most marks of direction, but not the two that override it: after
 * U+202E, '0051$' is read as '$1500'.
 */
export const controlCharacterInMultiline = /(?![\t\n\r])[\p{Cc}\p{NChar}\u202d\u202e]/u

/** Removes control characters from a single-line text. Those that separate words become a space. */
export function toSingleLine(text: string): string {
  return remove(controlCharacter, text.replace(/[\t\n\v\f\r\u2028\u2029]+/g, ' '))
}

/** Removes control characters from a multi-line text. */
export function toMultiline(text: string): string {
  return remove(controlCharacterInMultiline, text.replace(/[\v\f]/g, '\n'))
}

function remove(unwanted: RegExp, text: string): string {
  return text.replace(new RegExp(unwanted, 'gu'), '')
}
