import { clientBlock } from './client-block.en.ts'
import { closingBlock, officeBlock } from './closing-blocks.en.ts'
import type { Form } from './form.ts'

/** Puts what all forms share around a form's own sections. */
export function wholeForm(own: Form): Form {
  return { ...own, sections: [clientBlock, ...own.sections, closingBlock, officeBlock] }
}
