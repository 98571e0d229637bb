import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readClientDraft, writeClientDraft } from '#portal/contact-messages/make-client.tsx'
import { formDraft } from '#portal/form/form-draft.ts'
import {
  draftKey,
  draftKeys,
  dropDraft,
  firstNoteKey,
  readDraft,
  submissionKey,
  unlockDrafts,
  writeDraft,
} from '#portal/session/draft.ts'
import { dropDraftsOf, hasStoredDraft, removePlainDrafts } from '#portal/session/draft-storage.ts'

const note = (clientId: string) => ({ kind: 'note', clientId }) as const
const [mine, theirs] = [draftKey('e1', note('c1')), draftKey('e2', note('c1'))]
const text = 'Called the landlord. 🏠'

const keyOf = (employee: string) => Buffer.alloc(32, employee).toString('base64')

/** What the tab stores. */
let kept: Record<string, string>

beforeEach(() => {
  kept = {}
  const hide = (name: string, value: unknown) => Object.defineProperty(kept, name, { value })
  hide('getItem', (key: string) => kept[key] ?? null)
  hide('setItem', (key: string, value: string) => {
    kept[key] = value
  })
  hide('removeItem', (key: string) => {
    delete kept[key]
  })
  vi.stubGlobal('sessionStorage', kept)
})

afterEach(() => {
  for (const employee of ['e1', 'e2']) dropDraftsOf(employee)
  vi.unstubAllGlobals()
})

const untilStored = (...keys: string[]) =>
  vi.waitFor(() => expect(Object.keys(kept).sort()).toEqual(keys.map((key) => `encrypted:${key}`).sort()))

/** As a new page load in the same tab. */
async function reload() {
  const stored = { ...kept }
  for (const key of draftKeys()) dropDraft(key)
  Object.assign(kept, stored)
}

describe('a draft', () => {
  it('keeps ids with a colon apart', () => {
    expect(draftKey('e1', note('x:y'))).not.toBe(draftKey('e1:note', note('y')))
    expect(draftKey('e1:note:x', note('y'))).not.toBe(draftKey('e1', note('x:note:y')))
  })

  it('is stored as ciphertext that only its author’s key opens [T411]', async () => {
    await unlockDrafts('e1', keyOf('e1'))
    for (const key of [mine, submissionKey(mine), firstNoteKey(mine)]) writeDraft(key, text)
    await untilStored(mine, submissionKey(mine), firstNoteKey(mine))
    expect(new Set(Object.values(kept)).size, 'each with a new initialization vector').toBe(3)
    for (const stored of Object.values(kept)) expect(stored).not.toContain('landlord')

    await reload()
    expect(readDraft(mine)).toBe('')
    await unlockDrafts('e2', keyOf('e2'))
    expect(draftKeys()).toEqual([])
    for (const employee of ['e', 'e1:note', 'e2', '']) expect(hasStoredDraft(employee)).toBe(false)
    expect(hasStoredDraft('e1')).toBe(true)
    await unlockDrafts('e1', keyOf('e1'))
    for (const key of [mine, submissionKey(mine), firstNoteKey(mine)]) expect(readDraft(key)).toBe(text)
  })

  it('that can no longer be decrypted is removed', async () => {
    await unlockDrafts('e1', keyOf('e1'))
    writeDraft(mine, text)
    await untilStored(mine)
    await reload()
    await unlockDrafts('e1', keyOf('another'))
    expect(readDraft(mine)).toBe('')
    expect(kept).toEqual({})
  })

  it('is stored in its last version, and not after it was dropped', async () => {
    await unlockDrafts('e1', keyOf('e1'))
    for (const typed of ['C', 'Ca', 'Cal', text]) writeDraft(mine, typed)
    writeDraft(submissionKey(mine), 'sent')
    dropDraft(submissionKey(mine))
    await untilStored(mine)
    await reload()
    await unlockDrafts('e1', keyOf('e1'))
    expect(readDraft(mine)).toBe(text)
    expect(readDraft(submissionKey(mine))).toBe('')
  })

  it('is in memory only until the key has come', async () => {
    writeDraft(mine, text)
    expect(readDraft(mine)).toBe(text)
    expect(kept).toEqual({})
    await unlockDrafts('e1', keyOf('e1'))
    await untilStored(mine)
  })

  it('of a release that did not encrypt is removed', () => {
    Object.assign(kept, {
      'draft:e1:note:c1': text,
      'submission:draft:e1:new-client': '{}',
      'first-note:draft:e1:new-client': text,
      'unanswered:draft:e1:note:c1': '[]',
      wantedAddress: '/manager/clients',
    })
    removePlainDrafts()
    expect(kept).toEqual({ wantedAddress: '/manager/clients' })
  })
})

describe('a draft and its Idempotency-Key', () => {
  beforeEach(() => {
    for (const key of [mine, theirs]) {
      writeDraft(key, text)
      writeDraft(submissionKey(key), 'sent')
    }
  })

  it('removes the Idempotency-Key with its draft only', () => {
    dropDraft(mine)
    expect(draftKeys()).toEqual([theirs, submissionKey(theirs)])
  })

  it('removes the Idempotency-Key when another client is started', () => {
    const client = draftKey('e1', { kind: 'new-client' })
    writeDraft(submissionKey(client), 'sent')
    const message = 'My lease ends in May.'
    writeClientDraft('e1', { name: 'Amina Warsame', email: 'amina@example.org', message })
    expect(readDraft(firstNoteKey(client))).toBe(message)
    expect(readDraft(submissionKey(client))).toBe('')
    expect(readClientDraft('e1')?.firstName).toBe('Amina')
    dropDraftsOf('e1')
    expect(draftKeys()).toEqual([theirs, submissionKey(theirs)])
  })

  it('keeps the draft and key of a form that was opened later when the earlier one is saved', () => {
    const key = draftKey('e1', { kind: 'new-client' })
    const open = () => formDraft(key, { lastName: '' })
    const write = (form: ReturnType<typeof open>, lastName: string) =>
      form.write({ base: { values: { lastName: '' } }, values: { lastName } })
    const earlier = open()
    write(earlier, 'Warsame')
    const next = open()
    write(next, 'Yusuf')
    writeDraft(submissionKey(key), 'sent')
    earlier.drop()
    expect(open().read()?.values).toEqual({ lastName: 'Yusuf' })
    expect(readDraft(submissionKey(key))).toBe('sent')
    next.drop()
    expect(open().read()).toBeUndefined()
  })

  it('ignores a draft of another release, and drops a blank one', () => {
    const open = () => formDraft(mine, { text: '' })
    writeDraft(mine, '{"version":3,"text":"Edited."}')
    expect(open().read()).toBeUndefined()
    open().write({ base: { values: { text: '' } }, values: { text: '  ' } })
    expect(readDraft(mine)).toBe('')
  })

  it('are removed at logout, even if the draft was emptied, and are not stored again', async () => {
    await unlockDrafts('e1', keyOf('e1'))
    writeDraft(mine, '')
    dropDraftsOf('e1')
    expect(draftKeys()).toEqual([theirs, submissionKey(theirs)])
    writeDraft(mine, 'typed while the page is being left')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(Object.keys(kept).filter((key) => key.includes('e1'))).toEqual([])
  })
})
