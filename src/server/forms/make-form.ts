import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import type { Form } from '#contract/forms/form.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { AcroForm } from './acro-form.ts'
import { drawForm } from './draw-form.ts'
import { layOutForm } from './lay-out-form.ts'
import { sheet } from './measures.ts'
import { Typeface } from './typeface.ts'
import { pdfWording } from './wording.en.ts'

interface MadeForm {
  content: Buffer
  /** Sentences about what does not fit on the sheet. */
  overflows: string[]
}

/** One sheet to fill in on a screen or on paper. The same form and organization always give the same bytes. */
export async function makeForm(form: Form, organization: Organization): Promise<MadeForm> {
  const doc = new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: pdfWording.language,
    displayTitle: true,
    info: {
      Title: form.title,
      Subject: form.purpose,
      Creator: 'Stable Housing',
      CreationDate: new Date(`${form.dated}T00:00:00Z`),
    },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const finished = once(doc, 'end')
  const type = new Typeface(doc)
  const layout = layOutForm(form, organization, type)
  drawForm({ doc, type, fields: new AcroForm(doc) }, layout)
  doc.end()
  await finished
  return { content: Buffer.concat(parts), overflows: layout.overflows }
}
