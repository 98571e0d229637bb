import { isUnanswered } from './call-failure.ts'

/** Answers what was added, if it is there. */
type Look<Item> = () => Promise<Item | undefined>

/**
 * Adds something once, however often it is sent (docs/decisions/0028): where an answer was lost, the server is asked whether
 * it is there all the same, at once and before the same is sent again. `lookFor` is called before the first sending; without
 * a look, what is lost is sent again.
 */
export function addOnce<Input, Item>(
  send: (input: Input) => Promise<Item>,
  lookFor: (input: Input) => Look<Item> | undefined,
): (input: Input) => Promise<Item> {
  let lost: { input: string; look: Look<Item> } | undefined

  async function add(input: Input, text: string): Promise<Item> {
    const earlier = lost?.input === text ? lost.look : undefined
    const there = await earlier?.()
    if (there) return there
    const look = earlier ?? lookFor(input)
    try {
      return await send(input)
    } catch (error) {
      if (!look || !isUnanswered(error)) throw error
      lost = { input: text, look }
      const added = await look().catch(() => undefined)
      if (!added) throw error
      return added
    }
  }

  return async (input) => {
    const item = await add(input, JSON.stringify(input))
    lost = undefined
    return item
  }
}

/** Milliseconds to wait for the answer to a look. */
export const lookPatience = 10_000
