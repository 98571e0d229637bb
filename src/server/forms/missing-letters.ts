import type { Organization } from '#contract/organization/schema.ts'

/** The font has all of these, so that most starts need not load what reads fonts. */
const latin1 = /^[\x20-\x7e\xa0-\xff]*$/

/** A sentence for each field of the letterhead with letters that the PDFs show as `?`. */
export async function missingLetters({ name, address }: Organization, fonts: string): Promise<string[]> {
  const lines = address.map((text, number) => ({ field: `address[${number + 1}]`, text }))
  const unusual = [{ field: 'name', text: name }, ...lines].filter(({ text }) => !latin1.test(text))
  if (unusual.length === 0) return []
  const { hasLetter, openFont } = await import('./typeface.ts')
  const font = openFont(fonts)
  return unusual.flatMap(({ field, text }) => {
    const missing = [...new Set(text)].filter((letter) => !hasLetter(font, letter))
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
