/**
 * What a spreadsheet would evaluate as a formula: its first sign, also in full width and after spaces, quotes and invisible
 * characters, which some programs strip; or a tab or line break, which some take for the end of the cell. An apostrophe before
 * it makes it text (docs/product.md 31).
 */
export const csvFormula = /^(?:[\s\p{Cf}"'“”‘’]*[=+\-@＝＋－＠]|[\t\r\n])/u
