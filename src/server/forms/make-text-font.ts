import { textFontPath } from '#contract/paths.ts'
import { fontOf } from './font-files.ts'
import { joinFonts } from './join-fonts.ts'
import { letterTable } from './letter-table.ts'
import { tableOf, withTables } from './open-type.ts'

const alphabets = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext']

/** Names of glyphs are of no use to anybody: version 3 of the table has none, and is as long as its head. */
const post = { version: 0x0003_0000, length: 32 }

/**
 * The typeface of what the portal exports as text, in one TrueType file (docs/decisions/0023). Its licence travels in
 * its table of names.
 */
export function makeTextFont(): { paths: string[]; type: string; content: Buffer } {
  const [first, ...others] = alphabets.map((alphabet) => fontOf(alphabet, 'regular'))
  if (!first) throw new Error('There is no font to join.')
  const joined = joinFonts([first, ...others], () => true)
  const names = Buffer.from(tableOf(first, 'post').subarray(0, post.length))
  names.writeUInt32BE(post.version, 0)
  const content = withTables(joined.font, [
    { tag: 'OS/2', content: tableOf(first, 'OS/2') },
    { tag: 'cmap', content: letterTable(joined) },
    { tag: 'name', content: tableOf(first, 'name') },
    { tag: 'post', content: names },
  ])
  return { paths: [textFontPath], type: 'font/ttf', content }
}
