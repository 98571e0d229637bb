import type { Form } from '#contract/forms/form.ts'
import { forms } from '#contract/forms/forms.en.ts'

/** The form of a service page, by the page's address: `formOfService(publicPaths.movingAssistance)`. */
export function formOfService(path: string): Form {
  const form = forms.find(({ service }) => service === path)
  if (!form) throw new Error(`No form belongs to ${path}.`)
  return form
}
