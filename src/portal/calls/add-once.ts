import { isUnanswered } from './call-failure.ts'

interface Addition<Input, Item> {
  send: (input: Input) => Promise<Item>
  /** What is there already and could be taken for it: ids, or undefined where that is not known. */
  known: (input: Input) => string[] | undefined
  /** What is there now and could be taken for it. */
  find: (input: Input) => Promise<Item[]>
  /** Holds what was sent until its answer is there, also for whoever comes back to the draft. */
  unanswered: { read: () => string; write: (text: string) => void; drop: () => void }
}

/** What was sent, and the ids that were known by then. */
interface Sending {
  input: string
  known: string[]
}

/**
 * Adds something once, however often it is sent (docs/decisions/0028, 0033): where an answer was lost, the server is asked
 * whether it is there all the same, at once and before the same is sent again. What could not be looked for is sent again.
 */
export function addOnce<Input, Item extends { id: string }>(
  addition: Addition<Input, Item>,
): (input: Input) => Promise<Item> {
  const { send, find, unanswered } = addition

  async function findNew(input: Input, known: string[]): Promise<Item | undefined> {
    return (await find(input)).find(({ id }) => !known.includes(id))
  }

  async function sendNew(input: Input, known: string[]): Promise<Item> {
    unanswered.write(JSON.stringify({ input: JSON.stringify(input), known }))
    try {
      return await send(input)
    } catch (error) {
      if (!isUnanswered(error)) {
        unanswered.drop()
        throw error
      }
      const added = await findNew(input, known).catch(() => undefined)
      if (!added) throw error
      return added
    }
  }

  return async (input) => {
    const earlier = readSending(unanswered.read())
    const isAgain = earlier?.input === JSON.stringify(input)
    const known = isAgain ? earlier.known : addition.known(input)
    if (!known) return await send(input)
    const item = (isAgain && (await findNew(input, known))) || (await sendNew(input, known))
    unanswered.drop()
    return item
  }
}

function readSending(text: string): Sending | undefined {
  return text ? JSON.parse(text) : undefined
}

/** Milliseconds to wait for the answer to a look. */
export const lookPatience = 10_000
