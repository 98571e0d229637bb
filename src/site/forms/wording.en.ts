import type { Form } from '#contract/forms/form.ts'

export const fileEntryWording = {
  type: 'Type',
  size: 'Size',
  download: 'Download PDF',
  read: 'Read the form as a page',
} as const

const either = new Intl.ListFormat('en-US', { type: 'disjunction' })
const every = new Intl.ListFormat('en-US')

/** Where a row has commas of its own, others would not tell it from the next. */
const named = (rows: readonly string[]) =>
  rows.some((row) => row.includes(',')) ? rows.join('; ') : every.format(rows)

export const formPageWording = {
  title: (form: Form, name: string) => `${form.title} – ${name}`,
  description: (form: Form) => `${form.purpose} Read it here, or download it as a PDF.`,
  back: 'Back to the service',
  how: {
    title: 'How to fill it in',
    together: 'If you want help with it, call',
    screen: 'On a computer or phone: download the PDF, type your answers, and save it.',
    paper: 'On paper: print the PDF and write with a pen.',
    skip: 'You can leave questions out. Only what has a star (*) in the PDF, and “needed” on this page, has to be filled in.',
  },
  send: {
    title: 'How to give it to us',
    post: (address: string) => `Mail it to ${address}.`,
    fax: (fax: string) => `Fax it to ${fax}.`,
    email: 'Please do not send it by email. Email is not private enough for what you write in it.',
  },
  bring: 'What helps to have at hand',
  asks: 'What the form asks',
  office: 'We fill in this part.',
  needed: 'needed',
  one: (options: readonly string[]) => `Choose one: ${either.format(options)}.`,
  any: (options: readonly string[]) => `Choose all that fit: ${either.format(options)}.`,
  date: 'Month, day, year.',
  agree: 'Tick the box if this is true.',
  signature: 'Sign with a pen, or type your full name.',
  rows: (rows: readonly string[]) => `For each of these (${named(rows)}) we ask:`,
} as const
