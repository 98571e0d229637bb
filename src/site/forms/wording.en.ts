import type { Form } from '#contract/forms/form.ts'

export const fileEntryWording = {
  type: 'Type',
  size: 'Size',
  download: 'Download PDF',
  read: 'See what it asks and how to send it',
} as const

/** Words that the page's script shows, apart so that browsers download nothing besides. */
export const fileFactsWording = {
  unknownType: 'Unknown',
} as const

function either(options: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(options)
}

/** Where a row has commas of its own, others would not tell it from the next. */
function every(rows: readonly string[]): string {
  return rows.some((row) => row.includes(',')) ? rows.join('; ') : new Intl.ListFormat('en-US').format(rows)
}

export const formPageWording = {
  title: (form: Form, name: string) => `${form.title} – ${name}`,
  description: (form: Form) => `${form.purpose} Read it here, or download it as a PDF.`,
  back: 'Back to the service',
  how: {
    title: 'How to fill it out',
    together: 'If you want help with it, call',
    screen: 'On a computer or phone: download the PDF, type your answers, and save it.',
    paper: 'On paper: print the PDF and write with a pen.',
    skip: 'You can skip questions. You only have to answer those with a star (*) in the PDF, marked “required” on this page.',
  },
  send: {
    title: 'How to send it to us',
    post: (address: string) => `Mail it to ${address}.`,
    fax: (fax: string) => `Fax it to ${fax}.`,
    email:
      'Please do not send it by email. Email is not private enough for what is in it. No printer or fax? Call us, and we will look for another way with you.',
  },
  next: {
    title: 'What happens next',
    text: 'We read your form and get in touch with you. If you hear nothing, please call us. A form does not make you a client yet, and it costs nothing.',
  },
  bring: 'What to have ready',
  asks: 'What the form asks',
  office: 'We fill in this part.',
  needed: 'required',
  one: (options: readonly string[]) => `Choose one: ${either(options)}.`,
  any: (options: readonly string[]) => `Choose all that apply: ${either(options)}.`,
  date: 'Month, day, year.',
  agree: 'Check the box if this is true.',
  signature: 'Sign with a pen, or type your full name.',
  rows: (rows: readonly string[]) => `For each of these (${every(rows)}) we ask:`,
} as const
