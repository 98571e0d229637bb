import { tabStorage } from './storage.ts'

/*
 * What is being typed, kept in this tab so that a reload, an ended session or a failed save loses nothing. A draft belongs to
 * an employee and a subject: the next person who signs in in the same tab does not see it.
 */

const prefix = 'draft'

/** The kinds of drafts, and the ids of the records that each is about. */
const subjects = {
  note: ['clientId'],
  'edit-note': ['clientId', 'noteId'],
  'new-client': [],
  'edit-client': ['clientId'],
  'new-employee': [],
  'edit-employee': ['employeeId'],
} as const satisfies Record<string, readonly string[]>

type Subjects = typeof subjects
type Kind = keyof Subjects

/** `{ kind: 'note', clientId }`: a kind with the ids that its row names. */
export type DraftSubject = { [K in Kind]: { kind: K } & { [Id in Subjects[K][number]]: string } }[Kind]

/** All parts are encoded, so that no id can pass for another key. */
export function draftKey(employeeId: string, subject: DraftSubject): string {
  const { kind, ...ids } = subject as { kind: Kind } & Record<string, string>
  const parts = subjects[kind].map((name) => ids[name] ?? '')
  return [prefix, employeeId, kind, ...parts].map(encodeURIComponent).join(':')
}

export function isDraftKey(key: string): boolean {
  return key.startsWith(`${prefix}:`)
}

export function isDraftOf(employeeId: string, key: string): boolean {
  return key.startsWith(`${prefix}:${encodeURIComponent(employeeId)}:`)
}

export function readDraft(key: string): string {
  return tabStorage.read(key) ?? ''
}

export function writeDraft(key: string, text: string): void {
  if (text.trim() === '') tabStorage.remove(key)
  else tabStorage.write(key, text)
}

export function dropDraft(key: string): void {
  for (const prefix of ['', submissionPrefix, firstNotePrefix]) tabStorage.remove(prefix + key)
}

const submissionPrefix = 'submission:'
const firstNotePrefix = 'first-note:'

/** Where the text of a new client's first note is kept, beside the draft of the client; removed with it. */
export function firstNoteKey(draftKey: string): string {
  return firstNotePrefix + draftKey
}

/** Where the Idempotency-Key of a sent draft is kept; removed with the draft. */
export function submissionKey(draftKey: string): string {
  return submissionPrefix + draftKey
}

/** At a logout. Drafts of other people in this tab wait for them. */
export function dropDraftsOf(employeeId: string): void {
  const keys = tabStorage.keys().map((key) => key.replace(/^(submission|first-note):/, ''))
  for (const key of keys.filter((key) => isDraftOf(employeeId, key))) dropDraft(key)
  // Of a release until November 2026, which no form reads any more.
  for (const key of tabStorage.keys().filter((key) => key.startsWith('unanswered:'))) tabStorage.remove(key)
}

export function hasDraft(): boolean {
  return tabStorage.keys().some(isDraftKey)
}
