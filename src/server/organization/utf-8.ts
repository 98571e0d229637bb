type Decoded = { text: string; mistake?: undefined } | { text?: undefined; mistake: string }

const advice = 'In your editor choose “Save as” and the encoding UTF-8.'

/** The text of a file; a byte order mark before it is left out. The mistake ends the sentence '… is not saved as UTF-8'. */
export function decodeUtf8(bytes: Buffer): Decoded {
  if (isUtf16(bytes)) return { mistake: ` but as UTF-16, which some programs call “Unicode”. ${advice}` }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { mistake: `: look at the letters with accents in line ${lineOfFirstWrongByte(bytes)}. ${advice}` }
  }
}

/** By its mark, or by the zero beside the first letter: JSON begins with a letter of ASCII. */
function isUtf16([first, second]: Buffer): boolean {
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return marked || first === 0 || second === 0
}

/** What cannot be read comes as U+FFFD. */
function lineOfFirstWrongByte(bytes: Buffer): number {
  const [before = ''] = new TextDecoder().decode(bytes).split('\ufffd')
  return before.split('\n').length
}
