/* Reads and writes the container of an OpenType font: tables by their names. */

export interface Table {
  tag: string
  content: Buffer
}

export function tableOf(font: Buffer, tag: string): Buffer {
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16) {
    const offset = font.readUInt32BE(at + 8)
    if (font.toString('latin1', at, at + 4) === tag)
      return font.subarray(offset, offset + font.readUInt32BE(at + 12))
  }
  throw new Error(`The font has no table ${tag}.`)
}

/** The same font with more tables. */
export function withTables(font: Buffer, more: readonly Table[]): Buffer {
  const tables = [...tagsOf(font).map((tag) => ({ tag, content: tableOf(font, tag) })), ...more]
  return writeFont(
    font.readUInt32BE(0),
    tables.sort((a, b) => (a.tag < b.tag ? -1 : 1)),
  )
}

function tagsOf(font: Buffer): string[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, number) => {
    const at = 12 + 16 * number
    return font.toString('latin1', at, at + 4)
  })
}

/** Tables begin at multiples of four, after a directory of sixteen bytes for each and a header of twelve. */
export function writeFont(flavor: number, tables: readonly Table[]): Buffer {
  const directory = Buffer.alloc(12 + 16 * tables.length)
  const power = 2 ** Math.floor(Math.log2(tables.length))
  directory.writeUInt32BE(flavor, 0)
  directory.writeUInt16BE(tables.length, 4)
  directory.writeUInt16BE(power * 16, 6)
  directory.writeUInt16BE(Math.log2(power), 8)
  directory.writeUInt16BE((tables.length - power) * 16, 10)
  let offset = directory.length
  for (const [number, { tag, content }] of tables.entries()) {
    const at = 12 + 16 * number
    directory.write(tag, at, 'latin1')
    directory.writeUInt32BE(checksum(content), at + 4)
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(content.length, at + 12)
    offset += padded(content).length
  }
  return Buffer.concat([directory, ...tables.map(({ content }) => padded(content))])
}

function checksum(content: Buffer): number {
  const whole = padded(content)
  let sum = 0
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0
  return sum
}

function padded(content: Buffer): Buffer {
  const missing = -content.length & 3
  return missing ? Buffer.concat([content, Buffer.alloc(missing)]) : content
}
