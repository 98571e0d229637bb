import { expect, test } from 'vitest'
import { type NameEntry, type NameSearch, NamesInOrder } from './names-in-order.ts'

/** Of 'Lee, Mary' and a status; the id grows with the number. */
function entry(written: string, number: number, status: NameEntry['status'] = 'active'): NameEntry {
  const [last = '', first = ''] = written.toLowerCase().split(', ')
  return { last, first, id: idOf(number), name: `${first} ${last}`, status }
}

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

function namesOf(entries: NameEntry[]): NamesInOrder {
  const names = new NamesInOrder()
  for (const one of entries) names.put(one)
  return names
}

const found = (names: NamesInOrder, search: NameSearch, most = 100) =>
  names.find(search, most).found.map(({ name }) => name)

test('a part is found anywhere in a name, in the order of last name, first name and id', () => {
  const names = namesOf(
    ['Lee, Mary', 'Leeds, Bo', 'Abbott, Lee', 'Lee, Ann', 'Lee, Mary'].map((name, number) =>
      entry(name, number),
    ),
  )
  expect(found(names, { part: 'lee' })).toEqual(['lee abbott', 'ann lee', 'mary lee', 'mary lee', 'bo leeds'])
  expect(found(names, { part: 'y l' })).toEqual(['mary lee', 'mary lee'])
  expect(found(names, { part: 'mary lee' })).toHaveLength(2)
  expect(names.find({ part: 'lee' }, 2).total).toBe(5)
  expect(names.find({ part: 'mary lee' }, 1).found[0]?.id).toBe(idOf(0))
})

test('a name counts once, however often the part is in it, and no part reaches into the next name', () => {
  const names = namesOf(['Bobo, Bo', 'Cobo, Al'].map((name, number) => entry(name, number)))
  expect(names.find({ part: 'bo' }, 10).total).toBe(2)
  expect(names.find({ part: 'boboal' }, 10).total).toBe(0)
  expect(names.find({ part: '' }, 10).total).toBe(2)
  expect(new NamesInOrder().find({ part: '' }, 10)).toEqual({ total: 0, found: [] })
})

test('what does not begin in the basic plane of Unicode comes last, as for the database', () => {
  const names = namesOf(
    ['\u{1F3E0}, A', '\uFB4F, A', 'z, A', 'é, A'].map((name, number) => entry(name, number)),
  )
  expect(found(names, { part: 'a ' })).toEqual(['a z', 'a é', 'a \uFB4F', 'a \u{1F3E0}'])
})

/** A generator with a seed, so that a failure can be seen again. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('whatever comes, goes and is renamed, each search finds what a look at every name finds', () => {
  const below = chance(20261122)
  const names = new NamesInOrder()
  const all = new Map<string, NameEntry>()
  const word = () => Array.from({ length: 1 + below(4) }, () => 'abcdeé'[below(6)]).join('')
  const statuses = ['active', 'pending', null] as const
  const inOrder = () =>
    [...all.values()].sort((one, other) =>
      Buffer.compare(
        Buffer.from(`${one.last}\0${one.first}\0${one.id}`),
        Buffer.from(`${other.last}\0${other.first}\0${other.id}`),
      ),
    )
  for (let number = 0; number < 1_000; number += 1) {
    const one = entry(`${word()}, ${word()}`, number)
    all.set(one.id, one)
  }
  names.append(inOrder())
  for (let round = 0; round < 9_000; round += 1) {
    const one = entry(`${word()}, ${word()}`, below(6_000), statuses[below(3)])
    if (round > 6_000 && below(2) === 0) {
      names.remove(one.id)
      all.delete(one.id)
    } else {
      names.put(one)
      all.set(one.id, one)
    }
    if (round % 500 !== 0) continue
    const ordered = inOrder()
    expect(names.size).toBe(all.size)
    for (const part of ['a', 'ab', `${word()} ${word()}`, word(), 'éa']) {
      for (const status of [undefined, 'pending', null] as const) {
        const matching = ordered.filter(
          ({ name, status: own }) => name.includes(part) && (status === undefined || own === status),
        )
        const after = ordered[below(ordered.length)] as NameEntry
        const behind = matching.filter((match) => ordered.indexOf(match) > ordered.indexOf(after))
        expect(names.find({ part, status }, 20)).toEqual({
          total: matching.length,
          found: matching.slice(0, 20),
        })
        expect(names.find({ part, status }, 20, after).found).toEqual(behind.slice(0, 20))
      }
    }
  }
})
