import { afterEach, describe, expect, it, vi } from 'vitest'
import { beginClient, begunClient } from '#portal/contact-messages/new-client-draft.ts'
import { formDraft } from '#portal/record-form/form-draft.ts'
import {
  draftKey,
  dropDraft,
  dropDraftsOf,
  isDraftKey,
  isDraftOf,
  unansweredOf,
  writeDraft,
} from '#portal/session/draft.ts'

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

describe('what was sent of a draft and has no answer', () => {
  const mine = draftKey('e1', note('c1'))

  afterEach(() => {
    vi.unstubAllGlobals()
  })

  function keep() {
    const kept: Record<string, unknown> = {}
    const hide = (name: string, value: unknown) => Object.defineProperty(kept, name, { value })
    hide('getItem', (key: string) => kept[key] ?? null)
    hide('setItem', (key: string, value: string) => {
      kept[key] = value
    })
    hide('removeItem', (key: string) => {
      delete kept[key]
    })
    vi.stubGlobal('sessionStorage', kept)
    for (const key of [mine, draftKey('e2', note('c1'))]) {
      writeDraft(key, 'Called the landlord.')
      unansweredOf(key).write('sent')
    }
    return kept
  }

  it('is no draft, and goes with its draft alone', () => {
    const kept = keep()
    expect(Object.keys(kept).filter(isDraftKey)).toHaveLength(2)
    dropDraft(mine)
    expect(unansweredOf(mine).read()).toBe('')
    expect(Object.keys(kept)).toHaveLength(2)
  })

  it('goes where another client is begun', () => {
    keep()
    const client = draftKey('e1', { kind: 'new-client' })
    unansweredOf(client).write('sent')
    beginClient('e1', { name: 'Amina Warsame', email: 'amina@example.org' })
    expect(unansweredOf(client).read()).toBe('')
    expect(begunClient('e1')?.firstName).toBe('Amina')
  })

  it('stays with a form that was begun since the other was sent, as does what is written there', () => {
    keep()
    const key = draftKey('e1', { kind: 'new-client' })
    const open = () => formDraft(key, { lastName: '' })
    const write = (form: ReturnType<typeof open>, lastName: string) =>
      form.write({ base: { values: { lastName: '' } }, values: { lastName } })
    const sent = open()
    write(sent, 'Warsame')
    const given = open()
    given.drop()
    expect(open().read()).toBeUndefined()
    const next = open()
    write(next, 'Yusuf')
    unansweredOf(key).write('sent')
    sent.drop()
    expect(open().read()?.values).toEqual({ lastName: 'Yusuf' })
    expect(unansweredOf(key).read()).toBe('sent')
    next.drop()
    expect(open().read()).toBeUndefined()
  })

  it('goes with whoever logs out, even where the draft was emptied', () => {
    const kept = keep()
    writeDraft(mine, '')
    expect(unansweredOf(mine).read()).toBe('sent')
    dropDraftsOf('e1')
    expect(unansweredOf(mine).read()).toBe('')
    expect(Object.keys(kept)).toHaveLength(2)
  })
})
