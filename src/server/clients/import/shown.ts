const longest = 40

/**
 * A text of the file as it may stand on a terminal: at most 40 characters, and what would move the cursor or turn the
 * writing round is spelled out.
 */
export function shown(text: string): string {
  const characters = Array.from(text)
  const cut = characters.length > longest ? [...characters.slice(0, longest), '…'] : characters
  return cut.join('').replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, spelledOut)
}

const short: Record<string, string> = { '\n': '\\n', '\t': '\\t' }

function spelledOut(character: string): string {
  return short[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`
}
