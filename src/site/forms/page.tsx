import { forms } from '#contract/forms/forms.en.ts'
import type { Page } from '#site/page.ts'
import { FormBody } from './form-body.tsx'
import { formPageWording as wording } from './wording.en.ts'

/** Each form as a page to read. */
export const formPages: readonly Page[] = forms.map((form) => ({
  path: form.path,
  title: ({ name }) => wording.title(form, name),
  description: () => wording.description(form),
  Body: (props) => <FormBody form={form} {...props} />,
  scripts: ['forms'],
}))
