import { signInPaths } from '#contract/paths.ts'

let answer = ''

/**
 * Takes the provider's answer out of the address, so that it is in no history, bookmark or shared screen. It is good for one
 * try, so a reload needs none of it.
 */
export function takeProviderAnswer(): void {
  if (location.pathname !== signInPaths.signIn) return
  answer = location.search
  history.replaceState(history.state, '', signInPaths.signIn)
}

export const providerAnswer = (): string => answer
