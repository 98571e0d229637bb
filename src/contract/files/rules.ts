import { ownMessages } from '../failures.ts'
import type { FileType } from './fields.ts'

/* Types and names of files. The server enforces them; the portal checks a file before it sends it. */

/** How many bytes at its start identify a file. */
export const firstBytes = 12

/** `start` has the first bytes as characters (Latin-1). Undefined for what can't be stored. */
export function typeOfContent(start: string): FileType | undefined {
  if (start.startsWith('%PDF-')) return 'application/pdf'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  return start.startsWith('\x89PNG\r\n\x1a\n') ? 'image/png' : undefined
}

/** Why a file of no such type can't be stored. */
export function typeAdvice(start: string): string {
  const isHeic = /^ftyp(hei[cmsx]|hev[cmx]|mif1|msf1)$/.test(start.slice(4, 12))
  return isHeic
    ? 'This picture is in HEIC format. On an iPhone, choose “Most Compatible” in Settings > Camera > Formats, or convert it to JPEG.'
    : ownMessages.fileType
}

const extensions = { 'application/pdf': '.pdf', 'image/jpeg': '.jpg', 'image/png': '.png' } as const

/** A name that is valid on every system, with an extension that starts no program. */
export function savedName({ name, type }: { name: string; type: FileType }): string {
  const stem = name.replace(/\.(pdf|jpe?g|png)$/i, '').replace(/[\\/:*?"<>|]/g, '_')
  return `${stem.slice(0, 100).trim()}${extensions[type]}`
}
