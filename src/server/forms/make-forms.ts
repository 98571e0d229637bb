import { buffer } from 'node:stream/consumers'
import type { Form } from '#contract/forms/form.ts'
import { forms } from '#contract/forms/forms.en.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { formFilePath } from '#contract/paths.ts'
import { FillableDocument } from './acro-form.ts'
import { FormDrawing } from './draw-form.ts'
import { sheet } from './sheet.ts'
import { Typeface } from './typeface.ts'

/** All forms as PDFs of this organization; `fonts` is the folder with the font files. */
export async function makeForms(organization: Organization, fonts: string) {
  const files = forms.map(async (form) => {
    const { content } = await makeForm(form, organization, fonts)
    const fileName = `${form.title.toLowerCase().replaceAll(' ', '-')}.pdf`
    return { paths: [formFilePath(form.path)], type: 'application/pdf', fileName, content }
  })
  return await Promise.all(files)
}

/** The PDF of a form, and a sentence for each text that does not fit. Equal input gives equal bytes. */
export async function makeForm(form: Form, organization: Organization, fonts: string) {
  const doc = new FillableDocument({
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
  const content = buffer(doc)
  const type = new Typeface(doc, fonts)
  new FormDrawing(doc, type).draw(form, organization)
  doc.end()
  return { content: await content, overflows: type.overflows }
}
