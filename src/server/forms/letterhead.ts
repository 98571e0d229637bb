import type { Form } from '#contract/forms/form.ts'
import type { Organization } from '#contract/organization/schema.ts'
import type { Caption, FormLayout } from './layout.ts'
import { contentWidth, sheet, styles } from './measures.ts'
import type { Typeface } from './typeface.ts'
import { pdfWording as wording } from './wording.en.ts'

type Letterhead = Pick<FormLayout, 'provider' | 'details' | 'rule' | 'title' | 'version' | 'purpose'> & {
  bottom: number
}

/** The drawn sign stands before the name. */
export const sign = { size: 24, gap: 8 }
const mostDetails = 5
const lineHeight = 11
const nameHeight = 13

/** Who gives the form out, its title and its version. */
export function letterhead(form: Form, organization: Organization, type: Typeface): Letterhead {
  const x = sheet.side + sign.size + sign.gap
  const width = contentWidth - sign.size - sign.gap
  const provider = type.lines(organization.name, styles.provider, width).map((text, number) => ({
    text,
    style: styles.provider,
    x,
    baseline: sheet.top + 10 + number * nameHeight,
  }))
  const below = sheet.top + 10 + (provider.length - 1) * nameHeight
  const details = detailLines(organization, type, width).map(
    (text, number): Caption => ({
      text,
      style: styles.details,
      x,
      baseline: below + 12 + number * lineHeight,
    }),
  )
  const rule = below + 8 + details.length * lineHeight
  const version = wording.version(form)
  return {
    provider,
    details,
    rule,
    title: { text: form.title, style: styles.title, x: sheet.side, baseline: rule + 18 },
    version: {
      text: version,
      style: styles.details,
      x: sheet.width - sheet.side - type.width(version, styles.details),
      baseline: rule + 18,
    },
    purpose: {
      text: `${form.purpose} ${wording.required}`,
      style: styles.purpose,
      x: sheet.side,
      baseline: rule + 30,
    },
    bottom: rule + 36,
  }
}

/** The address is cut where it is longer than the sheet allows, never the numbers to call. */
function detailLines({ address, phones, fax }: Organization, type: Typeface, width: number): string[] {
  const phone = phones[0] ? [wording.phone(phones[0].number)] : []
  const numbers = [...phone, ...(fax ? [wording.fax(fax)] : [])]
  const linesWith = (place: string) => type.lines([place, ...numbers].join(' · '), styles.details, width)
  const whole = address.join(', ')
  let place = whole
  let letters = whole.length
  while (letters > 0 && linesWith(place).length > mostDetails) {
    letters -= 5
    place = `${whole.slice(0, letters)}…`
  }
  return linesWith(place)
}
