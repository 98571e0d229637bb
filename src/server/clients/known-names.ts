import type { Connection } from '#server/database/connection.ts'
import { type NameEntry, type NamePlace, type NameSearch, NamesInOrder } from './names-in-order.ts'
import { foldedByDatabase, type Moment, type Move, movesSince, readAllNames } from './names-store.ts'

interface Known {
  names: NamesInOrder
  moment: Moment
}

/** What was found, and the version of the clients that it was found in. */
export interface Found {
  version: string
  total: number
  found: NameEntry[]
}

/** With so many moves all names are read anew: an import. */
const mostMoves = 500

/**
 * The names of all living clients in memory, read at the first need and followed from then on (docs/decisions/0027). Whoever
 * finds something asks the database whether it still has the same version, and if not says `follow` and finds again.
 */
export function knownNames(db: Connection) {
  let known: Known | undefined
  let following: Promise<Known> | undefined

  async function readAll(): Promise<Known> {
    const names = new NamesInOrder()
    return { names, moment: await readAllNames(db, (entries) => names.append(entries)) }
  }

  async function catchUp(): Promise<Known> {
    if (!known) return await readAll()
    const { moment, moves } = await movesSince(db, known.moment, mostMoves)
    if (moves.length === mostMoves || moment.server !== known.moment.server) return await readAll()
    const { names } = known
    for (const move of moves) apply(names, move)
    // Rows that were removed, not marked as deleted, leave no move behind.
    return names.size === moment.living ? { names, moment } : await readAll()
  }

  return {
    /** Takes in what changed. All who ask while it does so get the same. */
    async follow(): Promise<void> {
      following ??= catchUp().finally(() => {
        following = undefined
      })
      known = await following
    },

    find(search: NameSearch, most: number, after?: NamePlace): Found {
      if (!known) throw new Error('Names are followed before they are searched.')
      return { version: known.moment.version, ...known.names.find(search, most, after) }
    },

    areRead: (): boolean => known !== undefined,

    placeOf: (id: string): NamePlace | undefined => known?.names.get(id),
  }
}

function apply(names: NamesInOrder, { lives, id, last, first, name, status }: Move): void {
  if (lives) names.put({ id, last, first, name, status })
  else names.remove(id)
}

/** As PostgreSQL folds: of these letters it only lowers the case. */
const plainText = /^[ -~]*$/

export async function folded(db: Connection, text: string): Promise<string> {
  return plainText.test(text) ? text.toLowerCase() : await foldedByDatabase(db, text)
}
