import { fileSize } from '#contract/file-size.ts'
import { type FileType, largestFile } from '#contract/files/fields.ts'
import { firstBytes, typeAdvice, typeOfContent } from '#contract/files/rules.ts'

/** Pixels: enough to read a page of small print. */
const longestSide = 2600

/** Of a JPEG, from 0 to 1. */
const quality = 0.85

/** A file that the server would refuse, with a sentence for the person who chose it. */
export class UnfitFile extends Error {
  override readonly name = 'UnfitFile'
}

/** What is sent of a chosen file: a picture is made smaller. Throws an `UnfitFile`. */
export async function prepareFile(file: File): Promise<File> {
  const start = await file
    .slice(0, firstBytes)
    .arrayBuffer()
    .catch(() => {
      throw new UnfitFile('This file can no longer be read. Choose it again.')
    })
  const characters = String.fromCharCode(...new Uint8Array(start))
  const type = typeOfContent(characters)
  if (!type) throw new UnfitFile(typeAdvice(characters))
  const content = type === 'application/pdf' ? file : new File([await shrinkPicture(file, type)], file.name)
  if (content.size > largestFile) {
    const advice = type === 'application/pdf' ? ' Split it, or scan it at a lower resolution.' : ''
    throw new UnfitFile(
      `This file is ${fileSize(content.size)}. The limit is ${fileSize(largestFile)}.${advice}`,
    )
  }
  return content
}

/**
 * Redraws a JPEG upright, because the server removes the note of how the camera was held. A PNG is redrawn only to make
 * it smaller.
 */
async function shrinkPicture(file: File, type: Exclude<FileType, 'application/pdf'>): Promise<Blob> {
  const whole = file.slice(0, file.size, type)
  const picture = await createImageBitmap(whole, { imageOrientation: 'from-image' }).catch(unreadable)
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  if (type === 'image/png' && scale === 1) return file
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return unreadable()
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  return drawn ?? unreadable()
}

function unreadable(): never {
  throw new UnfitFile('This picture can’t be read. It may be damaged, or too large for this device.')
}
