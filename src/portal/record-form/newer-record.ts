import { isFailure } from '#portal/calls/call-failure.ts'

/** The record as somebody else left it, which a refused edit answers with; no other reply is checked. */
export function newerRecord<Item>(error: unknown): Item | undefined {
  return isFailure(error, 'version-conflict') ? ((error.current ?? undefined) as Item | undefined) : undefined
}
