/**
 * How the file begins when it is not encrypted. The last two bytes tell how hard and on which system it was
 * compressed; they are fixed here, so that no bit of a backup can change unnoticed, unless it still holds the same.
 */
export const gzipStart = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

export async function* sameStart(zipped: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of zipped) {
    if (isFirst) gzipStart.copy(chunk)
    isFirst = false
    yield chunk
  }
}
