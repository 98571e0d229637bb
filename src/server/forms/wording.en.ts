import type { Form } from '#contract/forms/form.ts'

/** Words that only the PDF has. */
export const pdfWording = {
  language: 'en-US',
  required: 'Please fill in what has a star (*).',
  date: 'MM/DD/YYYY',
  phone: (number: string) => `Phone ${number}`,
  fax: (number: string) => `Fax ${number}`,
  version: ({ version, dated }: Form) => `Version ${version} · ${month(dated)}`,
} as const

function month(day: string): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}
