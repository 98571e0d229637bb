import { isUnanswered } from './call-failure.ts'

interface Addition<Input, Item> {
  send: (input: Input) => Promise<Item>
  /** What is there already and could be taken for it: ids, or undefined where that is not known. */
  known: (input: Input) => string[] | undefined
  /** What is there now and could be taken for it. */
  find: (input: Input) => Promise<Item[]>
  /** Holds what was sent until its answer is there, also for whoever comes back to the draft. */
  unanswered: Unanswered
}

interface Unanswered {
  /** The draft's. */
  key: string
  read: () => string
  write: (text: string) => void
  drop: () => void
}

/** What was sent, and the ids that were known by then, if any were. */
interface Sending {
  input: string
  known?: string[] | undefined
}

/** What is on its way, by its draft: it goes on when the form that sent it is left. */
const onTheWay = new Map<string, { input: string; item: Promise<unknown> }>()

/** Whoever comes back to the draft meets it there, unless they have given it up. */
export const isOnTheWay = ({ key, read }: Unanswered): boolean => onTheWay.has(key) && read() !== ''

/**
 * Adds something once, however often it is sent (docs/decisions/0028, 0033, 0038): what is on its way is waited for, and
 * where an answer was lost, the server is asked whether it is there all the same, at once and before the same is sent
 * again. What could not be looked for is sent again.
 */
export function addOnce<Input, Item extends { id: string }>(
  addition: Addition<Input, Item>,
): (input: Input) => Promise<Item> {
  const { send, find, unanswered } = addition

  async function findNew(input: Input, known: string[]): Promise<Item | undefined> {
    return (await find(input)).find(({ id }) => !known.includes(id))
  }

  /** Whoever gave it up may have sent something else since: that stays. */
  function drop(sending: string) {
    if (unanswered.read() === sending) unanswered.drop()
  }

  async function sendNew(input: Input, known: string[] | undefined, sending: string): Promise<Item> {
    unanswered.write(sending)
    try {
      return await send(input)
    } catch (error) {
      if (!isUnanswered(error)) {
        drop(sending)
        throw error
      }
      const added = known && (await findNew(input, known).catch(() => undefined))
      if (!added) throw error
      return added
    }
  }

  async function addNew(input: Input): Promise<Item> {
    const text = JSON.stringify(input)
    const earlier = readSending(unanswered.read())
    const knownThen = earlier?.input === text ? earlier.known : undefined
    const known = knownThen ?? addition.known(input)
    const sending = JSON.stringify({ input: text, known } satisfies Sending)
    const found = knownThen && (await findNew(input, knownThen))
    const item = found ?? (await sendNew(input, known, sending))
    drop(sending)
    return item
  }

  return (addition) => {
    const input = JSON.stringify(addition)
    const same = onTheWay.get(unanswered.key)
    // Of the same draft, so it is the same kind of thing.
    if (same?.input === input) return same.item as Promise<Item>
    const item = addNew(addition).finally(() => {
      if (onTheWay.get(unanswered.key)?.item === item) onTheWay.delete(unanswered.key)
    })
    onTheWay.set(unanswered.key, { input, item })
    return item
  }
}

function readSending(text: string): Sending | undefined {
  return text ? JSON.parse(text) : undefined
}

/** Milliseconds to wait for the answer to a look. */
export const lookPatience = 10_000
