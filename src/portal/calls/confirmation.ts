import type { CallName } from '#contract/endpoint-table.ts'

/** Asks for what the sign-in asks for, for a call. */
export type Confirmer = (call: CallName) => Promise<boolean>

let ask: Confirmer | undefined
let asking: Promise<boolean> | undefined

/** Sets the function that asks for the password; the frame around the screens does so. Returns a function that unsets it. */
export function setConfirmer(confirmer: Confirmer): () => void {
  ask = confirmer
  return () => {
    ask = undefined
  }
}

/** Asks once for all calls that wait; false if the password was not confirmed. */
export const confirmPassword: Confirmer = async (call) => {
  asking ??= ask?.(call).finally(() => {
    asking = undefined
  })
  return (await asking) ?? false
}
