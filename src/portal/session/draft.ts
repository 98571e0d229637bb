import { tabStorage } from './storage.ts'
import { byteOf } from './stored-session.ts'

/*
 * What is being typed, kept in this tab so that a reload, an ended session or a failed save loses nothing. A draft belongs to
 * an employee and a subject. The tab's storage holds it encrypted with a key that the server gives to that employee only
 * (docs/product.md 85); forms read and write it in memory.
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

function isDraftOf(employeeId: string, key: string): boolean {
  return key
    .replace(/^(submission|first-note):/, '')
    .startsWith(`${prefix}:${encodeURIComponent(employeeId)}:`)
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

/** Decrypted. What was written before the server gave the key is only here. */
const texts = new Map<string, string>()
let encryptionKey: CryptoKey | undefined

export function readDraft(key: string): string {
  return texts.get(key) ?? ''
}

export function writeDraft(key: string, text: string): void {
  if (text.trim() === '') remove(key)
  else {
    texts.set(key, text)
    void store(key, text)
  }
}

export function dropDraft(key: string): void {
  for (const prefix of ['', submissionPrefix, firstNotePrefix]) remove(prefix + key)
}

function remove(key: string): void {
  texts.delete(key)
  tabStorage.remove(storedPrefix + key)
}

/** Of the employee in whose name drafts are open. */
export function draftKeys(): string[] {
  return [...texts.keys()]
}

/** At a logout. Drafts of other people in this tab wait for them. What is still typed on this page is no longer stored. */
export function dropDraftsOf(employeeId: string): void {
  encryptionKey = undefined
  for (const key of [...draftKeys(), ...storedKeys()]) if (isDraftOf(employeeId, key)) remove(key)
}

const storedPrefix = 'encrypted:'

function storedKeys(): string[] {
  const keys = tabStorage.keys().filter((key) => key.startsWith(storedPrefix))
  return keys.map((key) => key.slice(storedPrefix.length))
}

/** Whether the tab's storage holds a draft, or one of that employee. */
export function hasStoredDraft(employeeId?: string): boolean {
  return storedKeys().some((key) =>
    employeeId === undefined ? key.startsWith(`${prefix}:`) : isDraftOf(employeeId, key),
  )
}

/** Those of releases until November 2026 were not encrypted. */
export function removePlainDrafts(): void {
  const former = tabStorage.keys().filter((key) => /^(draft|submission|first-note|unanswered):/.test(key))
  for (const key of former) tabStorage.remove(key)
}

/* AES-GCM. Stored are the initialization vector and the ciphertext, a character for each byte. */

const algorithm = 'AES-GCM'
const vectorLength = 12

/** Without https a browser has no WebCrypto: drafts are in memory only. */
export const canStoreDrafts = (): boolean => crypto.subtle !== undefined

/** Decrypts the employee's drafts and stores from now on what is written. `base64` is the employee's key. */
export async function unlockDrafts(employeeId: string, base64: string): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), byteOf)
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['encrypt', 'decrypt'])
  for (const name of storedKeys().filter((name) => isDraftOf(employeeId, name))) {
    try {
      texts.set(name, await decrypt(key, tabStorage.read(storedPrefix + name) ?? ''))
    } catch {
      // Encrypted with another key, as before a restored backup.
      remove(name)
    }
  }
  encryptionKey = key
  for (const [name, text] of texts) void store(name, text)
}

async function store(name: string, text: string): Promise<void> {
  if (!encryptionKey) return
  const iv = crypto.getRandomValues(new Uint8Array(vectorLength))
  const content = new TextEncoder().encode(text)
  const encrypted = await crypto.subtle.encrypt({ name: algorithm, iv }, encryptionKey, content)
  // Changed or dropped in the meantime.
  if (texts.get(name) !== text) return
  const characters = [iv, new Uint8Array(encrypted)].map((bytes) =>
    Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''),
  )
  tabStorage.write(storedPrefix + name, characters.join(''))
}

async function decrypt(key: CryptoKey, stored: string): Promise<string> {
  const bytes = Uint8Array.from(stored, byteOf)
  const [iv, encrypted] = [bytes.subarray(0, vectorLength), bytes.subarray(vectorLength)]
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: algorithm, iv }, key, encrypted))
}
