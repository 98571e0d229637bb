/** Where a text stops being JSON and what is usually the cause, as the end of a sentence. */
export function whereJsonBreaks(text: string): string {
  const at = firstWrongSign(text)
  if (at >= text.trimEnd().length) return 'it ends too early or is empty'
  const before = text.slice(0, at).trimEnd()
  const place = isBefore(text, at, before) ? before.length : at
  const line = text.slice(0, place).split('\n').length
  return `look at line ${line}${usualCause(text.charAt(at), before.at(-1))}`
}

/** What the mistake is about may stand on the line before: a comma too many, or one that is missing. */
function isBefore(text: string, at: number, before: string): boolean {
  return (/[\]}]/.test(text.charAt(at)) && before.endsWith(',')) || misses(text.charAt(at), before.at(-1))
}

/** A name or text right after the end of another. */
function misses(sign: string, last = ''): boolean {
  return sign === '"' && /["\]}\w]/.test(last)
}

function usualCause(sign: string, last: string | undefined): string {
  if (/[\]}]/.test(sign) && last === ',') return `. There is a comma before ${sign}; nothing follows it`
  if (/[“”„‟«»]/u.test(sign)) return '. It has curly quotes (“ ”); JSON needs straight ones (")'
  if (/['‘’`]/u.test(sign)) return `. It has ${sign} where JSON needs straight double quotes (")`
  if (misses(sign, last)) return '. A comma or a colon is missing there, or a quote is too many'
  if (/[\r\n\t]/.test(sign))
    return '. A closing quote is missing there, or the text has a line break or tab in it'
  if (/[/#]/.test(sign)) return '. JSON has no comments'
  if (/[\p{L}\d(+-]/u.test(sign))
    return '. Often a text there has no quotes around it, or a quote too many in it'
  return ''
}

/** V8 tells the place of some mistakes; of others it only says that there is one. Its length if all is right so far. */
function firstWrongSign(text: string): number {
  const told = placeTold(text)
  if (told !== undefined) return told
  // The longest beginning without such a mistake: a sign after it is the wrong one.
  let [right, wrong] = [0, text.length]
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2)
    if (placeTold(text.slice(0, middle)) === undefined) wrong = middle
    else right = middle
  }
  return right
}

function placeTold(text: string): number | undefined {
  try {
    JSON.parse(text)
    return text.length
  } catch (cause) {
    const message = String(cause)
    const position = /in JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1]
    if (position !== undefined) return Number(position)
    return message.endsWith('Unexpected end of JSON input') ? text.length : undefined
  }
}
