import { queryOptions, useQuery } from '@tanstack/react-query'
import { can } from '#contract/access/permissions.ts'
import { call } from '#portal/calls/call.ts'
import { CardNotLoaded, Loaded } from '#portal/calls/loaded.tsx'
import { movedInThisQuarter, thisQuarter } from '#portal/clients/queries.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { plural } from '#portal/screen/plural.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Anchor } from '#ui/anchor.tsx'

const summaryQuery = queryOptions({
  queryKey: ['homes', 'summary'],
  queryFn: ({ signal }) => call('POST /homes/summary', { body: thisQuarter() }, { signal }),
  staleTime: 0,
})

/** For managers and above. */
export function useMovedIn() {
  const { role } = useSession()
  return useQuery({ ...summaryQuery, enabled: can(role, 'homes:count') })
}

/** How many people moved in this quarter; leads to them. Absent where nobody has a home on record, and for other roles. */
export function MovedIn({ query }: { query: ReturnType<typeof useMovedIn> }) {
  const areaPath = useAreaPath()
  if (query.isPending && !query.isFetching) return null
  return (
    <Loaded
      query={query}
      waiting={null}
      failed={(query) => <CardNotLoaded message="Unable to count who moved in." query={query} />}
    >
      {({ movedIn, housed }) =>
        movedIn > 0 ? (
          <p className="card">
            <Anchor href={`${areaPath('clients')}?${movedInThisQuarter}`}>
              {plural(movedIn, 'person', 'people')}
            </Anchor>{' '}
            moved in this quarter
          </p>
        ) : (
          housed > 0 && <p className="card">No one has moved in this quarter</p>
        )
      }
    </Loaded>
  )
}
