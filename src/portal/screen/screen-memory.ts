import { createContext, useContext } from 'react'
import type { ClientListItem } from '#contract/clients/schema.ts'

/** What a list shows besides the filters in its address. */
export interface ListMemory {
  searchText: string
  /** Of the pages after the first, up to the one that is shown. */
  cursors: readonly string[]
}

/** What screens remember of each other until the page is left. None of it is in an address or in the browser's storage. */
interface ScreenMemory {
  /** By history entry, or by the name under which an entry was prepared. */
  lists: Map<string, ListMemory>
  /** By path. */
  lastVisitedLists: Map<string, { href: string; state?: object }>
  /** The link by which each history entry was left. */
  followedLinks: Map<string, string>
  /** Those who are to be assigned together, by id. */
  chosenClients: ReadonlyMap<string, ClientListItem>
  /** Whose clients without a note the dashboard showed last. */
  withoutNoteOf?: 'mine' | 'everyone' | undefined
}

export function newScreenMemory(): ScreenMemory {
  return {
    lists: new Map(),
    lastVisitedLists: new Map(),
    followedLinks: new Map(),
    chosenClients: new Map(),
  }
}

/** Provided around the areas; the sign-in pages remember nothing. */
export const ScreenMemoryContext = createContext<ScreenMemory>(newScreenMemory())

export const useScreenMemory = (): ScreenMemory => useContext(ScreenMemoryContext)
