/**
 * Rewrites the text in a field and keeps the caret at its place. Sets the value only if it changes, because that clears the
 * field's undo history. Returns whether it did.
 */
export function rewriteTyped(
  field: HTMLInputElement | HTMLTextAreaElement,
  rewritten: (text: string) => string,
): boolean {
  const { value, selectionEnd } = field
  const next = rewritten(value)
  if (next === value) return false
  field.value = next
  // An email field has no selection.
  if (selectionEnd !== null) {
    const caret = rewritten(value.slice(0, selectionEnd)).length
    field.setSelectionRange(caret, caret)
  }
  return true
}
