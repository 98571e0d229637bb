import type { EndpointDefinition } from '#contract/endpoint.ts'

/** Asks for the password for a call that needs this access. */
export type Confirmer = (access: EndpointDefinition['access']) => Promise<boolean>

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
export const confirmPassword: Confirmer = async (access) => {
  asking ??= ask?.(access).finally(() => {
    asking = undefined
  })
  return (await asking) ?? false
}
