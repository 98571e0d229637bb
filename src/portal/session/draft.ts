import { tabStorage } from './tab-storage.ts'

/*
 * What somebody is typing, kept in this tab so that a reload, an ended session or a failed save loses nothing. A draft
 * belongs to a person and a subject: whoever signs in next in the same tab does not see it.
 */

const prefix = 'draft'

export type DraftSubject = { kind: 'note'; clientId: string } | { kind: 'new-client' }

/** Both parts are encoded, so that no id can pass for another key. */
export function draftKey(employeeId: string, subject: DraftSubject): string {
  const parts = subject.kind === 'note' ? [subject.kind, subject.clientId] : [subject.kind]
  return [prefix, employeeId, ...parts].map(encodeURIComponent).join(':')
}

export function isDraftKey(key: string): boolean {
  return key.startsWith(`${prefix}:`)
}

export function readDraft(key: string): string {
  return tabStorage.read(key) ?? ''
}

export function writeDraft(key: string, text: string): void {
  if (text.trim() === '') tabStorage.remove(key)
  else tabStorage.write(key, text)
}

export function dropDraft(key: string): void {
  tabStorage.remove(key)
}

export function dropAllDrafts(): void {
  for (const key of tabStorage.keys().filter(isDraftKey)) tabStorage.remove(key)
}

export function hasDraft(): boolean {
  return tabStorage.keys().some(isDraftKey)
}
