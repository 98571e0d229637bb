import { hash } from 'node:crypto'

export interface Random {
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number
  /** True with that probability. */
  happens(share: number): boolean
  pick<T>(choices: readonly T[]): T
}

/** Choices that depend only on what they are for and a number, so that a failure can be repeated. */
export function randomFor(purpose: string, number: number): Random {
  let drawn = 0
  function below(count: number): number {
    drawn += 1
    return hash('sha256', `${purpose} ${number} ${drawn}`, 'buffer').readUInt32LE() % count
  }
  return {
    below,
    happens: (share) => below(2 ** 32) < share * 2 ** 32,
    pick<T>(choices: readonly T[]): T {
      if (choices.length === 0) throw new Error('nothing to pick from')
      return choices[below(choices.length)] as T
    },
  }
}
