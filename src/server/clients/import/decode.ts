import { isAscii, isUtf8 } from 'node:buffer'
import { OperatorError } from '#server/operator-error.ts'

export const encodings = ['utf-8', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

/** The text of a file. A byte order mark goes before what was said; what is not text is refused. */
export function decode(bytes: Uint8Array, encoding: Encoding = 'utf-8'): string {
  if (isWorkbook(bytes)) {
    throw new OperatorError(
      'This is a workbook, not a CSV file. Save it in Excel as "CSV UTF-8" and import that file.',
    )
  }
  const marked = encodingByMark(bytes)
  // Read as windows-1252, it would turn 'José' into 'JosÃ©' without a word.
  if (!marked && encoding !== 'utf-8' && isUtf8(bytes) && !isAscii(bytes)) {
    throw new OperatorError('This file is UTF-8; leave --encoding out.')
  }
  const text = decodeAs(bytes, marked ?? encoding)
  if (text.includes('\0')) {
    throw new OperatorError(
      'This is not a text file. Save the spreadsheet in Excel as "CSV UTF-8" and import that file.',
    )
  }
  return text
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new OperatorError(
      `The file is not written in ${encoding.toUpperCase()}. Save it in Excel as "CSV UTF-8", ` +
        'or say that it comes from an older Windows program: --encoding windows-1252',
    )
  }
}

function encodingByMark(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8'
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  return undefined
}

/** Excel's files of today are ZIP archives, the older ones compound files. */
function isWorkbook(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])
}

function startsWith(bytes: Uint8Array, start: number[]): boolean {
  return start.every((byte, place) => bytes[place] === byte)
}
