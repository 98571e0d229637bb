import { describe, expect, it } from 'vitest'
import { draftKey, isDraftKey, isDraftOf } from '#portal/session/draft.ts'

const note = (clientId: string) => ({ kind: 'note', clientId }) as const

describe('a draft', () => {
  it('belongs to one person and one record', () => {
    const keys = [
      draftKey('e1', note('c1')),
      draftKey('e1', note('c2')),
      draftKey('e2', note('c1')),
      draftKey('e1', { kind: 'new-client' }),
      draftKey('e1', { kind: 'new-employee' }),
      draftKey('e1', { kind: 'edit-client', clientId: 'c1' }),
      draftKey('e1', { kind: 'edit-note', clientId: 'c1', noteId: 'n1' }),
      draftKey('e1', { kind: 'edit-note', clientId: 'c1', noteId: 'n2' }),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('of an id with a colon is not taken for that of another', () => {
    expect(draftKey('e1', note('x:y'))).not.toBe(draftKey('e1:note', note('y')))
    expect(draftKey('e1:note:x', note('y'))).not.toBe(draftKey('e1', note('x:note:y')))
  })

  it('is known as that of its writer alone', () => {
    const key = draftKey('e1', note('c1'))
    expect(isDraftOf('e1', key)).toBe(true)
    for (const other of ['e', 'e1:note', 'e2', '']) expect(isDraftOf(other, key)).toBe(false)
  })

  it('is found again at logout, and nothing else is', () => {
    expect(isDraftKey(draftKey('e1', note('c1')))).toBe(true)
    expect(isDraftKey(draftKey('e1', { kind: 'new-client' }))).toBe(true)
    for (const key of ['token', 'wantedAddress', 'linkToken', 'drafts']) expect(isDraftKey(key)).toBe(false)
  })
})
