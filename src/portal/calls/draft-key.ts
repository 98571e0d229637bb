import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { canStoreDrafts, unlockDrafts } from '#portal/session/draft.ts'
import { call } from './call.ts'

let opening: Promise<true> | undefined

/** Asks for the employee's key once a page load, and again after a failure. */
export function openDrafts(employeeId: string): Promise<true> {
  opening ??= open(employeeId).catch((error) => {
    opening = undefined
    throw error
  })
  return opening
}

async function open(employeeId: string): Promise<true> {
  if (!canStoreDrafts()) return true
  const { key } = await call(sessionEndpoints.draftKey, {})
  await unlockDrafts(employeeId, key)
  return true
}
