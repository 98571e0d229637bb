import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** All forms as PDFs of this organisation. What makes them is loaded only now. */
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

/** Of everything that makes the forms and that no build knows of: when it changes, the kept ones are out of date. */
export async function formMakerDigest(folder = import.meta.dirname): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))))
  const hash = createHash('sha256')
  for (const [number, name] of names.entries())
    hash
      .update(`${name}\0`)
      .update(files[number] ?? '')
      .update('\0')
  return hash.digest('hex')
}
