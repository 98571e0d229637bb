/** A power of two: some four times as many as the names of a block have different trigrams. */
const bitsPerBlock = 2_048
const wordsPerBlock = bitsPerBlock / 32

/**
 * Tells which blocks of names can't hold a part of a name, because none of their names has one of its trigrams: three
 * characters in a row. A bit for each trigram, some of which share one, and all blocks side by side in memory: to ask
 * thousands of them is one walk through it.
 */
export class TrigramFilter {
  #bits = new Uint32Array(0)
  #blocks = 0

  /** Makes room for a block before the one of that number. */
  insert(number: number): void {
    this.#blocks += 1
    const words = this.#blocks * wordsPerBlock
    if (words > this.#bits.length) {
      const grown = new Uint32Array(words * 2)
      grown.set(this.#bits)
      this.#bits = grown
    }
    this.#bits.copyWithin((number + 1) * wordsPerBlock, number * wordsPerBlock, words - wordsPerBlock)
  }

  remove(number: number): void {
    this.#bits.copyWithin(number * wordsPerBlock, (number + 1) * wordsPerBlock, this.#blocks * wordsPerBlock)
    this.#blocks -= 1
  }

  /** Takes in which trigrams a block's names have now. */
  write(number: number, trigrams: Iterable<number>): void {
    const begin = number * wordsPerBlock
    this.#bits.fill(0, begin, begin + wordsPerBlock)
    for (const trigram of trigrams) {
      const word = begin + (trigram >>> 5)
      this.#bits[word] = (this.#bits[word] as number) | (1 << (trigram & 31))
    }
  }

  mayHold(number: number, trigrams: number[]): boolean {
    const begin = number * wordsPerBlock
    for (const trigram of trigrams) {
      if (((this.#bits[begin + (trigram >>> 5)] as number) & (1 << (trigram & 31))) === 0) return false
    }
    return true
  }
}

/** The bit of each trigram of a text. */
export function trigramsOf(text: string): number[] {
  const bits: number[] = []
  for (let at = 0; at + 2 < text.length; at += 1) {
    const [one, two, three] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)]
    bits.push(((one * 31 + two) * 31 + three) % bitsPerBlock)
  }
  return bits
}
