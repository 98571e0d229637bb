let ask: (() => Promise<boolean>) | undefined
let asking: Promise<boolean> | undefined

/** Sets the function that asks for the password; the frame around the screens does so. Returns a function that unsets it. */
export function setConfirmer(confirmer: () => Promise<boolean>): () => void {
  ask = confirmer
  return () => {
    ask = undefined
  }
}

/** Asks once for all calls that wait; false if the password was not confirmed. */
export async function confirmPassword(): Promise<boolean> {
  asking ??= ask?.().finally(() => {
    asking = undefined
  })
  return (await asking) ?? false
}
