/** A task of its own: what waits, input and drawing included, comes first, in a tab out of sight, too. */
export function theScreensTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
