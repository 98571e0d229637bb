/**
 * What a spreadsheet shows where a formula could not be worked out, '#N/A' or '#¡VALOR!', or where a column is too narrow
 * for its number, '#####'.
 */
export function isErrorValue(cell: string): boolean {
  return /^#(N\/[AD]|¿?¡?[\p{L}/0]+[!?]|#*)$/iu.test(cell.trim())
}

/** Whether a spreadsheet would work the text out. */
export function beginsLikeFormula(cell: string): boolean {
  return /^[=+\-@]./su.test(cell.trim())
}
