import { hash } from 'node:crypto'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'

export interface Random {
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number
  /** True with that probability. */
  happens(share: number): boolean
  pick<T>(choices: readonly T[]): T
  /** A key, drawn by weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
}

/** Choices that depend only on a record's kind and number, so that every run makes the same ones. */
export function randomFor(kind: string, index: number): Random {
  const seed = hash('sha256', `${kind} ${index}`, 'buffer')
  const numbers = xoroshiro128plusFromState([0, 4, 8, 12].map((offset) => seed.readInt32LE(offset)))
  const share = () => (numbers.next() >>> 0) / 2 ** 32
  const below = (count: number) => Math.floor(share() * count)
  return {
    below,
    happens: (likelihood) => share() < likelihood,
    pick<T>(choices: readonly T[]): T {
      if (choices.length === 0) throw new Error('nothing to pick from')
      return choices[below(choices.length)] as T
    },
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      const entries = Object.entries(weights) as [K, number][]
      let rest = share() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      const found = entries.find(([, weight]) => {
        rest -= weight
        return rest < 0
      })
      return (found ?? entries[0])?.[0] as K
    },
  }
}
