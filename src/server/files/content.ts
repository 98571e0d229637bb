import type { FileType } from '#contract/files/fields.ts'

/*
 * Removes what a camera or a program wrote into a picture: whole segments of a JPEG (ITU-T T.81, annex B) and chunks of a
 * PNG (W3C PNG, section 5). Nothing is decoded.
 */

/** The content to store, or undefined for a damaged picture. A PDF stays as it is: it may be signed. */
export function cleaned(bytes: Buffer, type: FileType): Buffer | undefined {
  if (type === 'application/pdf') return bytes
  const parts = type === 'image/jpeg' ? partsOfJpeg(bytes) : partsOfPng(bytes)
  return parts && Buffer.concat(parts)
}

/** Far more than a picture has, those that are left out counted: each takes time. */
const mostParts = 10_000

/** Undefined without an end. What stands behind the end, such as a video or another file, is left out. */
function partsOfJpeg(bytes: Buffer): Buffer[] | undefined {
  const parts = [bytes.subarray(0, 2)]
  for (let at = 2, seen = 0; at + 1 < bytes.length && seen < mostParts; seen += 1) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] as number
    // A marker may begin with several of these bytes.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) return [...parts, bytes.subarray(at, at + 2)]
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
    if (at + 4 > bytes.length && !isAlone) return undefined
    let end = at + 2 + (isAlone ? 0 : bytes.readUInt16BE(at + 2))
    if (end > bytes.length) return undefined
    // The picture itself has no length: it goes on to the next marker.
    if (marker === 0xda) end = nextMarker(bytes, end)
    if (isPicture(marker, bytes.toString('latin1', at + 4, at + 16))) parts.push(bytes.subarray(at, end))
    at = end
  }
  return undefined
}

/**
 * In the compressed data, 0xFF is followed by 0, or by the number of a restart. Not `indexOf`: a call for each 0xFF of ten
 * million would hold up every other request.
 */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] as number
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** Of the segments for applications, only those with the pixel size, the color profile and Adobe's color transform. */
function isPicture(marker: number, beginning: string): boolean {
  if (marker === 0xfe) return false
  if (marker < 0xe0 || marker > 0xef) return true
  if (marker === 0xe0) return beginning.startsWith('JFIF\0')
  return marker === 0xe2 ? beginning === 'ICC_PROFILE\0' : marker === 0xee && beginning.startsWith('Adobe')
}

/** The picture, its size, colors and transparency. */
const pictureChunks = /^(IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|bKGD|pHYs)$/

function partsOfPng(bytes: Buffer): Buffer[] | undefined {
  const parts = [bytes.subarray(0, 8)]
  for (let at = 8, seen = 0; at + 12 <= bytes.length && seen < mostParts; seen += 1) {
    // Its length, its name, its content and a check sum.
    const end = at + 12 + bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (end > bytes.length || (at === 8 && name !== 'IHDR')) return undefined
    if (pictureChunks.test(name)) parts.push(bytes.subarray(at, end))
    if (name === 'IEND') return parts
    at = end
  }
  return undefined
}
