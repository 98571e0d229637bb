import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'

/** What can be made up. */
export type SeedKind = 'employee' | 'client' | 'household' | 'status' | 'note' | 'message'

/** Part of every draw: the same command makes the same records for ever. Changing these changes all of them. */
const constants: Record<SeedKind, number> = {
  employee: 0x5eed_0e01,
  client: 0x5eed_0c02,
  household: 0x5eed_0403,
  status: 0x5eed_0506,
  note: 0x5eed_0a04,
  message: 0x5eed_0d05,
}

/** Draws that depend on nothing but the kind and the number of the record. */
export interface Chance {
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number
  /** True in that share of cases, from 0 to 1. */
  happens(share: number): boolean
  pick<T>(choices: readonly T[]): T
  /** A key, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
}

export function chanceOf(kind: SeedKind, index: number): Chance {
  const seed = constants[kind] ^ Math.imul(Math.floor(index / 2 ** 32), 0x85eb_ca6b)
  const state = [1, 2, 3, 4].map((place) => mixed(mixed(seed + place) ^ index))
  const draws = xoroshiro128plusFromState(state)
  const share = () => (draws.next() >>> 0) / 2 ** 32
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

/** Spreads numbers that differ in a bit over all 32 of them, each to another one. */
function mixed(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb_352d)
  bits = Math.imul(bits ^ (bits >>> 15), 0x846c_a68b)
  return bits ^ (bits >>> 16)
}

const goldenShare = (Math.sqrt(5) - 1) / 2

/** From 0 to 1 (never 1): however many indexes there are, their shares lie evenly. */
export function evenShare(index: number): number {
  return (0.5 + index * goldenShare) % 1
}
