import {
  besidePrefixes,
  draftPrefix,
  isDraftOf,
  memory,
  readStored,
  removeDraft,
  storedKeys,
  writeStored,
} from './draft-storage.ts'
import { byteOf } from './stored-session.ts'

/*
 * What is being typed, kept in this tab so that a reload, an ended session or a failed save loses nothing. A draft belongs to
 * an employee and a subject. The tab's storage holds it encrypted with a key that the server gives to that employee only
 * (docs/product.md 85); forms read and write it in memory.
 */

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
  return draftPrefix + [employeeId, kind, ...parts].map(encodeURIComponent).join(':')
}

/** Where the text of a new client's first note is kept, beside the draft of the client. */
export function firstNoteKey(draftKey: string): string {
  return besidePrefixes.firstNote + draftKey
}

/** Where the Idempotency-Key of a sent draft is kept. */
export function submissionKey(draftKey: string): string {
  return besidePrefixes.submission + draftKey
}

export function readDraft(key: string): string {
  return memory.texts.get(key) ?? ''
}

export function writeDraft(key: string, text: string): void {
  if (text.trim() === '') removeDraft(key)
  else {
    memory.texts.set(key, text)
    void store(key, text)
  }
}

export function dropDraft(key: string): void {
  for (const one of [key, submissionKey(key), firstNoteKey(key)]) removeDraft(one)
}

/** Of the employee in whose name drafts are open. */
export function draftKeys(): string[] {
  return [...memory.texts.keys()]
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
      memory.texts.set(name, await decrypt(key, name))
    } catch {
      // Encrypted with another key, for example before a backup was restored.
      removeDraft(name)
    }
  }
  memory.encryptionKey = key
  for (const [name, text] of memory.texts) void store(name, text)
}

async function store(name: string, text: string): Promise<void> {
  if (!memory.encryptionKey) return
  const iv = crypto.getRandomValues(new Uint8Array(vectorLength))
  const content = new TextEncoder().encode(text)
  const encrypted = await crypto.subtle.encrypt(parameters(iv, name), memory.encryptionKey, content)
  // Changed or dropped in the meantime.
  if (memory.texts.get(name) !== text) return
  const stored = [...iv, ...new Uint8Array(encrypted)]
  writeStored(name, stored.map((byte) => String.fromCharCode(byte)).join(''))
}

async function decrypt(key: CryptoKey, name: string): Promise<string> {
  const bytes = Uint8Array.from(readStored(name), byteOf)
  const [iv, encrypted] = [bytes.subarray(0, vectorLength), bytes.subarray(vectorLength)]
  return new TextDecoder().decode(await crypto.subtle.decrypt(parameters(iv, name), key, encrypted))
}

/** The draft's name is authenticated, so that a text can't be moved to another record. */
const parameters = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
  name: algorithm,
  iv,
  additionalData: new TextEncoder().encode(name),
})
