import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import type { Form } from '#contract/forms/form.ts'
import { forms } from '#contract/forms/forms.en.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { formFilePath } from '#contract/paths.ts'
import { AcroForm } from './acro-form.ts'
import { drawForm } from './draw-form.ts'
import { layOutForm } from './lay-out-form.ts'
import { sheet } from './layout.ts'
import { Typeface } from './typeface.ts'

interface FormFile {
  paths: string[]
  type: string
  /** How browsers call it when somebody keeps it. */
  fileName: string
  content: Buffer
}

interface MadeForm {
  content: Buffer
  /** Sentences about what does not fit on the sheet. */
  overflows: string[]
}

/** All forms as PDFs of this organization; `fonts` is the folder of their typeface. */
export async function makeForms(organization: Organization, fonts: string): Promise<FormFile[]> {
  const files: FormFile[] = []
  for (const form of forms) {
    const { content } = await makeForm(form, organization, fonts)
    const fileName = `${form.title.toLowerCase().replaceAll(' ', '-')}.pdf`
    files.push({ paths: [formFilePath(form.path)], type: 'application/pdf', fileName, content })
  }
  return files
}

/** One sheet to fill in on a screen or on paper. The same form and organization always give the same bytes. */
export async function makeForm(form: Form, organization: Organization, fonts: string): Promise<MadeForm> {
  const doc = new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
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
  const type = new Typeface(doc, fonts)
  const layout = layOutForm(form, organization, type)
  drawForm({ doc, type, fields: new AcroForm(doc, type.font) }, layout)
  doc.end()
  await finished
  return { content: Buffer.concat(parts), overflows: type.overflows }
}
