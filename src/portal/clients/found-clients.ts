import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { clientQueries } from './queries.ts'

/** Milliseconds after the last letter. Each search leaves an audit row. */
const pause = 150

/** The clients that a search finds, and whether these are what is typed now. */
export function useFoundClients(search: string) {
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(search), pause)
    return () => clearTimeout(timer)
  }, [search])
  const query = useQuery(clientQueries.palette(searched))
  const isCurrent = search === searched && !query.isFetching
  const none = { items: [], total: 0, totalIsMinimum: false, similar: undefined }
  return { clients: (search !== '' && query.data) || none, isCurrent: search === '' || isCurrent, query }
}
