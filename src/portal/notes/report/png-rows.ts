/*
 * Pixels as the rows of a PNG: each row begins with the filter that was used on it, which is none, as text on white
 * packs best so.
 */

/** What a canvas gives: red, green, blue and opacity of each pixel, a byte each. */
type Pixels = Pick<ImageData, 'data' | 'width' | 'height'>

/** Sixteen greys, two pixels to a byte, are enough for smooth type; undefined if a pixel has a colour. */
export function greyRows({ data, width, height }: Pixels): Uint8Array<ArrayBuffer> | undefined {
  const rowLength = 1 + Math.ceil(width / 2)
  const rows = new Uint8Array(height * rowLength).fill(0xff)
  const whole = new Uint32Array(data.buffer, data.byteOffset, width * height)
  for (let y = 0, pixel = 0; y < height; y += 1) {
    const row = y * rowLength
    rows[row] = 0
    for (let x = 0; x < width; x += 1, pixel += 1) {
      // Most of a page is white, and that stands there already.
      if (whole[pixel] === 0xffffffff) continue
      const grey = data[pixel * 4] as number
      if (grey !== data[pixel * 4 + 1] || grey !== data[pixel * 4 + 2]) return undefined
      const shade = Math.round(grey / 17)
      const at = row + 1 + (x >> 1)
      const other = rows[at] as number
      rows[at] = x % 2 === 0 ? (shade << 4) | (other & 0x0f) : (other & 0xf0) | shade
    }
  }
  return rows
}

/** Three bytes to a pixel, for a page with an emoji. */
export function colorRows({ data, width, height }: Pixels): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array(height * (1 + width * 3))
  for (let y = 0, from = 0, to = 0; y < height; y += 1) {
    to += 1
    for (let x = 0; x < width; x += 1, from += 4, to += 3) {
      rows[to] = data[from] as number
      rows[to + 1] = data[from + 1] as number
      rows[to + 2] = data[from + 2] as number
    }
  }
  return rows
}
