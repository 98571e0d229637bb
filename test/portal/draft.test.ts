import { describe, expect, it } from 'vitest'
import { draftKey, isDraftKey } from '#portal/session/draft.ts'

const note = (clientId: string) => ({ kind: 'note', clientId }) as const

describe('a draft', () => {
  it('belongs to one person and one client', () => {
    const keys = [
      draftKey('e1', note('c1')),
      draftKey('e1', note('c2')),
      draftKey('e2', note('c1')),
      draftKey('e1', { kind: 'new-client' }),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('of an id with a colon is not taken for that of another', () => {
    expect(draftKey('e1', note('x:y'))).not.toBe(draftKey('e1:note', note('y')))
    expect(draftKey('e1:note:x', note('y'))).not.toBe(draftKey('e1', note('x:note:y')))
  })

  it('is found again at logout, and nothing else is', () => {
    expect(isDraftKey(draftKey('e1', note('c1')))).toBe(true)
    expect(isDraftKey(draftKey('e1', { kind: 'new-client' }))).toBe(true)
    for (const key of ['token', 'wantedAddress', 'linkToken', 'drafts']) expect(isDraftKey(key)).toBe(false)
  })
})
