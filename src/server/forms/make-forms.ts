import { forms } from '#contract/forms/forms.en.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { formFilePath } from '#contract/paths.ts'

interface FormFile {
  paths: string[]
  type: string
  /** How browsers call it when somebody keeps it. */
  fileName: string
  content: Buffer
}

/** All forms as PDFs of this organization. What makes them is loaded only now. */
export async function makeForms(organization: Organization): Promise<FormFile[]> {
  const { makeForm } = await import('./make-form.ts')
  const files: FormFile[] = []
  for (const form of forms) {
    const { content } = await makeForm(form, organization)
    const fileName = `${form.title.toLowerCase().replaceAll(' ', '-')}.pdf`
    files.push({ paths: [formFilePath(form.path)], type: 'application/pdf', fileName, content })
  }
  return files
}
