import { describe, expect, it } from 'vitest'
import { addressOfList, readListAddress, writeListAddress } from '#portal/clients/list-state.ts'
import { nextPlace, type Place, previousPlace, readTrail } from '#portal/screen/cursor-trail.ts'
import { cleanSearch } from '#portal/screen/typed-search.ts'

const bare = { status: undefined, withoutNote: false, cursor: undefined, page: 1 }
const read = (search: string) => readListAddress(new URLSearchParams(search))

describe('the address of the client list', () => {
  it('says what is shown, and is written as it was read', () => {
    const search = 'status=pending&cursor=abc&page=3'
    expect(read(search)).toEqual({ status: 'pending', withoutNote: false, cursor: 'abc', page: 3 })
    expect(writeListAddress(read(search)).toString()).toBe(search)
  })

  it('is bare when nothing is filtered on the first page', () => {
    expect(writeListAddress(read('')).toString()).toBe('')
  })

  it('takes no status beside the filter for a week without a note', () => {
    const address = read('status=pending&notes=missing-this-week')
    expect(address).toEqual({ ...bare, withoutNote: true })
    expect(writeListAddress(address).toString()).toBe('notes=missing-this-week')
    expect(addressOfList({ withoutNote: true }).toString()).toBe('notes=missing-this-week')
    expect(read('notes=all')).toEqual(bare)
  })

  it('never holds the search', () => {
    expect(read('search=vang')).toEqual(bare)
    const address = { ...bare, status: 'active', search: 'vang' } as const
    expect(writeListAddress(address).toString()).toBe('status=active')
  })

  it.each([
    ['a status that nobody has', 'status=gone'],
    ['a page without a cursor', 'page=4'],
    ['a cursor without a page', 'cursor=abc'],
    ['a first page with a cursor', 'cursor=abc&page=1'],
    ['a page that is no number', 'cursor=abc&page=two'],
    ['half a page', 'cursor=abc&page=2.5'],
  ])('ignores %s', (_, search) => {
    expect(read(search)).toEqual(bare)
  })

  it('holds no half of a character, typed or cut', () => {
    expect(cleanSearch('a\ud83db', 200)).toBe('ab')
    expect(cleanSearch(' José   García ', 200)).toBe('José García')
    expect(cleanSearch('Pa\u0000 Houa 🙂', 200)).toBe('Pa Houa 🙂')
    expect(cleanSearch('x'.repeat(199).concat('🙂'), 200)).toBe('x'.repeat(199))
  })
})

describe('the way back through the pages', () => {
  const first: Place = { address: read('status=active'), trail: [] }
  const second = nextPlace(first, 'to-2')
  const third = nextPlace(second, 'to-3')

  it('leads over the cursors that led there', () => {
    expect(third).toMatchObject({ address: { cursor: 'to-3', page: 3 }, trail: [null, 'to-2'] })
    expect(previousPlace(third)).toEqual(second)
    expect(previousPlace(previousPlace(third))).toEqual(first)
  })

  it('leads to the first page when somebody else shared the address', () => {
    const shared: Place = { address: third.address, trail: readTrail(null, 3) }
    expect(previousPlace(shared)).toEqual(first)
  })

  it.each([null, undefined, 'x', {}, { trail: 'x' }, { trail: [null] }, { trail: [null, 7] }])(
    'is not believed when the history entry holds %j on page 3',
    (state) => {
      expect(readTrail(state, 3)).toEqual([])
    },
  )
})
