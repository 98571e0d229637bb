import type { Organization } from '#contract/organization/schema.ts'
import { alphabetOf } from './font-files.ts'

/** A sentence for each field of the letterhead with letters that the forms' typeface lacks: the PDFs show `?` for them. */
export function missingLetters({ name, address }: Organization): string[] {
  const lines = address.map((line, number) => ({ field: `address[${number + 1}]`, text: line }))
  return [{ field: 'name', text: name }, ...lines].flatMap(({ field, text }) => {
    const missing = [...new Set(text)].filter((letter) => alphabetOf(letter) === undefined)
    if (missing.length === 0) return []
    const named = missing.map((letter) => `${letter} (${codeOf(letter)})`).join(', ')
    return [
      `The field ${field} has letters that the PDF forms cannot show and print as “?”: ${named}. The website shows them.`,
    ]
  })
}

function codeOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
