import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Assignment, Client } from '#contract/clients/schema.ts'
import { call } from '#portal/calls/call.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { shortDate } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'

/** Newest first. Read again when the record has changed. */
const assignmentsQuery = ({ id, version }: Client) =>
  queryOptions({
    queryKey: ['clients', 'assignments', id, version],
    queryFn: ({ signal }) => call('GET /clients/:id/assignments', { params: { id } }, { signal }),
  })

/** Lists who was responsible for the client, and when. Absent if the client never had a worker. */
export function Assignments({ client }: { client: Client }) {
  const assignments = useQuery(assignmentsQuery(client))
  if (assignments.data?.length === 0) return null
  if (!assignments.data && client.assignedTo === null) return null
  return (
    <Card title="Workers">
      <Loaded
        query={assignments}
        waiting={<LoadingSkeleton lines={1} />}
        failed="Unable to load this client’s workers."
      >
        {(list) => <DescriptionList items={list.map(describe)} />}
      </Loaded>
    </Card>
  )
}

function describe({ name, from, to, by }: Assignment) {
  const time = to ? `${shortDate(from)} to ${shortDate(to)}` : `since ${shortDate(from)}`
  return { term: name || 'Former employee', value: by ? `${time}, assigned by ${by}` : time }
}
