import { useState } from 'react'
import { searchLimit } from '#contract/lengths.ts'

/** As servers take it: without control characters, blanks too many, and the half of a character that a cut would leave. */
export function cleanSearch(text: string, limit = searchLimit): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limit)
    .replace(/\p{Cs}/gu, '')
}

export interface SearchedPlace {
  address: { search: string }
  searchFor: (search: string) => void
}

/** The box holds what was typed, blanks at its end too; when the place changes by itself, as by Back, it follows. */
export function useTypedSearch({ address, searchFor }: SearchedPlace, limit = searchLimit) {
  const [typed, setTyped] = useState(address.search)
  return {
    text: cleanSearch(typed, limit) === address.search ? typed : address.search,
    type(text: string) {
      setTyped(text)
      searchFor(cleanSearch(text, limit))
    },
  }
}
