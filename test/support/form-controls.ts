import { type Control, controlsOfField } from '#contract/forms/controls.ts'
import type { Form } from '#contract/forms/form.ts'

/** All controls of a form, in reading order. */
export function controlsOf(form: Form): Control[] {
  return form.sections.flatMap((section) =>
    section.rows.flat().flatMap((field) => controlsOfField(section, field)),
  )
}
