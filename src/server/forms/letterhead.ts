import type { Form } from '#contract/forms/form.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { contentWidth, heights, logo, sheet, styles } from './sheet.ts'
import type { Typeface } from './typeface.ts'

const maxDetailLines = 4
const nameHeight = 15

/** Letters that the font is known to have: most starts need not load the font library. */
const latin1 = /^[\x20-\x7e\xa0-\xff]*$/

/** The captions at the top: the provider, the form's title, its version and its purpose. */
export function letterhead(form: Form, organization: Organization, type: Typeface) {
  const x = sheet.side + logo.size + logo.gap
  const right = sheet.width - sheet.side
  const first = sheet.top + 11
  const provider = type
    .lines(organization.name, styles.provider, right - x)
    .map((text, line) => type.caption(text, styles.provider, x, first + line * nameHeight, right))
  const below = first + (provider.length - 1) * nameHeight
  const details = detailLines(organization, type, right - x).map((text, line) =>
    type.caption(text, styles.details, x, below + (line + 1) * heights.text, right),
  )
  const rule = below + 8 + details.length * heights.text
  const version = `Version ${form.version} · ${month(form.dated)}`
  const besideTitle = right - type.width(version, styles.details)
  const purpose = type
    .lines(`${form.purpose} ${star}`, styles.text, contentWidth)
    .map((text, line) =>
      type.caption(text, styles.text, sheet.side, rule + 34 + line * heights.text, sheet.side + contentWidth),
    )
  return {
    provider,
    details,
    rule,
    title: type.caption(form.title, styles.title, sheet.side, rule + 19, besideTitle),
    version: { text: version, style: styles.details, x: besideTitle, baseline: rule + 19 },
    purpose,
    bottom: rule + 28 + purpose.length * heights.text,
  }
}

const star = 'Please answer every question with a star (*). You may skip the others.'

/** Shortens the address if it does not fit, never the phone and fax numbers. */
function detailLines({ address, phones, fax }: Organization, type: Typeface, width: number): string[] {
  const numbers = [...(phones[0] ? [`Phone ${phones[0].number}`] : []), ...(fax ? [`Fax ${fax}`] : [])]
  const linesWith = (start: string) => type.lines([start, ...numbers].join(' · '), styles.details, width)
  const fullAddress = address.join(', ')
  let lines = linesWith(fullAddress)
  for (let end = fullAddress.length - 5; end > 0 && lines.length > maxDetailLines; end -= 5)
    lines = linesWith(`${fullAddress.slice(0, end)}…`)
  return lines
}

function month(day: string): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** A warning for each field of the letterhead with letters that the font lacks. */
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
