import { useSyncExternalStore } from 'react'
import { otherUnsaved } from '#portal/drafts/drafts.ts'

/*
 * Chosen files until they are stored. They outlive their screen, and the page asks before it is closed: a phone keeps no
 * other copy of a picture that was taken for a page.
 */

/** Where a file belongs. */
export interface Place {
  clientId: string
  /** The signed document that it is a copy of. */
  paperId?: string
}

export interface UnsentFile extends Place {
  /** Its Idempotency-Key, too: however often it is sent, it is stored once. */
  key: string
  chosen: File
  /** What is sent, once it is prepared: each try sends the same bytes. */
  content?: File
  /** How much has been sent, from 0 to 1; undefined before its turn. */
  sent?: number | undefined
  /** Why it was not stored. */
  failure?: string | undefined
  /** It can't be stored as it is. */
  isUnfit?: boolean
  canceling: AbortController
}

let files: readonly UnsentFile[] = []
const listeners = new Set<() => void>()

function update(next: readonly UnsentFile[]): void {
  files = next
  for (const listener of listeners) listener()
}

export const findUnsent = (key: string) => files.find((file) => file.key === key)

export const addUnsent = (file: UnsentFile) => update([...files, file])

export const changeUnsent = (key: string, values: Partial<UnsentFile>) =>
  update(files.map((file) => (file.key === key ? { ...file, ...values } : file)))

/** Also ends the sending. */
export function removeUnsent(key: string): void {
  findUnsent(key)?.canceling.abort()
  update(files.filter((file) => file.key !== key))
}

otherUnsaved.add(() => files.some(({ isUnfit }) => !isUnfit))

export function forgetUnsentFiles(): void {
  for (const { key } of files) removeUnsent(key)
}

export function useUnsentFiles({ clientId, paperId }: Place): UnsentFile[] {
  const all = useSyncExternalStore(subscribe, () => files)
  return all.filter((file) => file.clientId === clientId && file.paperId === paperId)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
