import { tabStorage } from './storage.ts'

/* What the sign-in pages, too, need of drafts: whether there are any, and how they are removed. */

export const draftPrefix = 'draft:'
/** Beside a draft, and removed with it: the Idempotency-Key of a sent draft, and the text of a new client's first note. */
export const besidePrefixes = { submission: 'submission:', firstNote: 'first-note:' } as const

const storedPrefix = 'encrypted:'

/** The decrypted drafts, and the key once it is loaded. Until then, drafts are only here. */
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

/** Called at logout. Other people's drafts in this tab are kept. Text typed on this page from now on is not stored. */
export function dropDraftsOf(employeeId: string): void {
  memory.encryptionKey = undefined
  for (const key of [...memory.texts.keys(), ...storedKeys()])
    if (isDraftOf(employeeId, key)) removeDraft(key)
}

/** Removes drafts of releases until November 2026, which were not encrypted. */
export function removePlainDrafts(): void {
  const former = tabStorage.keys().filter((key) => /^(draft|submission|first-note|unanswered):/.test(key))
  for (const key of former) tabStorage.remove(key)
}
