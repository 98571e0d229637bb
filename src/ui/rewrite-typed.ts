/**
 * What stands in the field, written otherwise, with the caret where it was. What needs no other writing is not touched: a
 * value that is set takes with it what can be undone. Answers whether it was.
 */
export function rewriteTyped(
  field: HTMLInputElement | HTMLTextAreaElement,
  rewritten: (text: string) => string,
): boolean {
  const { value, selectionEnd } = field
  const next = rewritten(value)
  if (next === value) return false
  field.value = next
  // An email field has none to set.
  if (selectionEnd !== null) {
    const caret = rewritten(value.slice(0, selectionEnd)).length
    field.setSelectionRange(caret, caret)
  }
  return true
}
