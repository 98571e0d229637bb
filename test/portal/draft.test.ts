import { afterEach, describe, expect, it, vi } from 'vitest'
import { readClientDraft, writeClientDraft } from '#portal/contact-messages/make-client.tsx'
import { formDraft } from '#portal/form/form-draft.ts'
import {
  draftKey,
  dropDraft,
  dropDraftsOf,
  firstNoteKey,
  isDraftKey,
  isDraftOf,
  submissionKey,
  writeDraft,
} from '#portal/session/draft.ts'

const note = (clientId: string) => ({ kind: 'note', clientId }) as const

describe('a draft', () => {
  it('has a key for each employee and record', () => {
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

  it('keeps ids with a colon apart', () => {
    expect(draftKey('e1', note('x:y'))).not.toBe(draftKey('e1:note', note('y')))
    expect(draftKey('e1:note:x', note('y'))).not.toBe(draftKey('e1', note('x:note:y')))
  })

  it('recognizes a draft as its author’s only', () => {
    const key = draftKey('e1', note('c1'))
    expect(isDraftOf('e1', key)).toBe(true)
    for (const other of ['e', 'e1:note', 'e2', '']) expect(isDraftOf(other, key)).toBe(false)
  })

  it('recognizes drafts among what the tab stores', () => {
    expect(isDraftKey(draftKey('e1', note('c1')))).toBe(true)
    expect(isDraftKey(draftKey('e1', { kind: 'new-client' }))).toBe(true)
    for (const key of ['token', 'wantedAddress', 'linkToken', 'drafts']) expect(isDraftKey(key)).toBe(false)
  })
})

describe('a draft and its Idempotency-Key', () => {
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
      kept[submissionKey(key)] = 'sent'
    }
    return kept
  }

  it('removes the Idempotency-Key with its draft only', () => {
    const kept = keep()
    expect(Object.keys(kept).filter(isDraftKey)).toHaveLength(2)
    dropDraft(mine)
    expect(kept[submissionKey(mine)]).toBeUndefined()
    expect(Object.keys(kept)).toHaveLength(2)
  })

  it('removes the Idempotency-Key when another client is started', () => {
    const kept = keep()
    const client = draftKey('e1', { kind: 'new-client' })
    kept[submissionKey(client)] = 'sent'
    const message = 'My lease ends in May.'
    writeClientDraft('e1', { name: 'Amina Warsame', email: 'amina@example.org', message })
    expect(kept[firstNoteKey(client)]).toBe(message)
    expect(kept[submissionKey(client)]).toBeUndefined()
    expect(readClientDraft('e1')?.firstName).toBe('Amina')
    dropDraftsOf('e1')
    expect(Object.keys(kept).filter((key) => key.includes('e1'))).toEqual([])
  })

  it('keeps the draft and key of a form that was opened later when the earlier one is saved', () => {
    const kept = keep()
    const key = draftKey('e1', { kind: 'new-client' })
    const open = () => formDraft(key, { lastName: '' })
    const write = (form: ReturnType<typeof open>, lastName: string) =>
      form.write({ base: { values: { lastName: '' } }, values: { lastName } })
    const earlier = open()
    write(earlier, 'Warsame')
    const next = open()
    write(next, 'Yusuf')
    kept[submissionKey(key)] = 'sent'
    earlier.drop()
    expect(open().read()?.values).toEqual({ lastName: 'Yusuf' })
    expect(kept[submissionKey(key)]).toBe('sent')
    next.drop()
    expect(open().read()).toBeUndefined()
  })

  it('reads the plain text of releases until November 2026, and drops a blank draft', () => {
    const kept = keep()
    const key = draftKey('e1', { kind: 'note', clientId: 'c1' })
    const open = () => formDraft(key, { text: '' })
    writeDraft(key, 'Called the landlord.')
    expect(open().read()).toEqual({
      base: { values: { text: '' } },
      values: { text: 'Called the landlord.' },
    })
    writeDraft(key, '{"version":3,"text":"Edited."}')
    expect(open().read()).toBeUndefined()
    open().write({ base: { values: { text: '' } }, values: { text: '  ' } })
    expect(kept[key]).toBeUndefined()
  })

  it('removes what a former release kept beside a draft at logout', () => {
    const kept = keep()
    kept['unanswered:draft:e1:note:c1'] = '[]'
    dropDraftsOf('e1')
    expect(kept['unanswered:draft:e1:note:c1']).toBeUndefined()
  })

  it('removes the Idempotency-Key at logout, even if the draft was emptied', () => {
    const kept = keep()
    writeDraft(mine, '')
    dropDraftsOf('e1')
    expect(kept[submissionKey(mine)]).toBeUndefined()
    expect(Object.keys(kept)).toHaveLength(2)
  })
})
