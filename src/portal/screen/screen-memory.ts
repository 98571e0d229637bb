import { createContext, useContext } from 'react'

/**
 * What screens remember of each other until the page is left: by history entry, what was searched for and by which link the
 * screen was left, and by path, where a list was left. None of it is in the address or in the browser's storage.
 */
interface ScreenMemory {
  searchTexts: Map<string, string>
  followedLinks: Map<string, string>
  leftLists: Map<string, LeftList>
}

interface LeftList {
  query: string
  /** The history entry whose search text it has. */
  searchOf: string
  cursors: (string | null)[]
}

export function newScreenMemory(): ScreenMemory {
  return { searchTexts: new Map(), followedLinks: new Map(), leftLists: new Map() }
}

/** Provided around the areas; the sign-in pages remember nothing. */
export const ScreenMemoryContext = createContext<ScreenMemory>(newScreenMemory())

export const useScreenMemory = (): ScreenMemory => useContext(ScreenMemoryContext)
