import { tabStorage } from './storage.ts'

/* What the sign-in pages, too, need of drafts: whether there are any, and how they are removed. */

export const draftPrefix = 'draft:'
/** Beside a draft, and removed with it: the Idempotency-Key of a sent draft, and the text of a new client's first note. */
export const besidePrefixes = { submission: 'submission:', firstNote: 'first-note:' } as const

const storedPrefix = 'encrypted:'

/** Drafts decrypted, and the key, which comes later. What is written before is only here. */
export const memory: { texts: Map<string, string>; encryptionKey?: CryptoKey | undefined } = {
  texts: new Map(),
}

export function readStored(key: string): string {
  return tabStorage.read(storedPrefix + key) ?? ''
}

export function writeStored(key: string, encrypted: string): void {
  tabStorage.write(storedPrefix + key, encrypted)
}

export function removeDraft(key: string): void {
  memory.texts.delete(key)
  tabStorage.remove(storedPrefix + key)
}

export function storedKeys(): string[] {
  const keys = tabStorage.keys().filter((key) => key.startsWith(storedPrefix))
  return keys.map((key) => key.slice(storedPrefix.length))
}

export function isDraftOf(employeeId: string, key: string): boolean {
  return key
    .replace(/^(submission|first-note):/, '')
    .startsWith(`${draftPrefix}${encodeURIComponent(employeeId)}:`)
}

/** Whether the tab's storage holds a draft, or anything of one by that employee. */
export function hasStoredDraft(employeeId?: string): boolean {
  return storedKeys().some((key) =>
    employeeId === undefined ? key.startsWith(draftPrefix) : isDraftOf(employeeId, key),
  )
}

/** At a logout. Drafts of other people in this tab wait for them. What is still typed on this page is no longer stored. */
export function dropDraftsOf(employeeId: string): void {
  memory.encryptionKey = undefined
  for (const key of [...memory.texts.keys(), ...storedKeys()])
    if (isDraftOf(employeeId, key)) removeDraft(key)
}

/** Those of releases until November 2026 were not encrypted. */
export function removePlainDrafts(): void {
  const former = tabStorage.keys().filter((key) => /^(draft|submission|first-note|unanswered):/.test(key))
  for (const key of former) tabStorage.remove(key)
}
