/**
 * The beginning of a value that a spreadsheet would evaluate as a formula: a formula sign, even a full-width one or one after
 * spaces, quotes, separators or invisible characters, which some programs strip or take for the end of the cell; or a tab or line
 * break. An apostrophe before it makes it text (docs/product.md 31).
 */
export const csvFormula = /^(?:[\s\p{Cf}"'“”‘’,;|]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|[\t\r\n])/u
