import './audit-trail.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { can } from '#contract/access/permissions.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { ListCount } from '#portal/lists/list-filters.tsx'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { allRows, trailQuery } from './queries.ts'
import { OlderRows, TrailTable } from './trail-table.tsx'
import { auditWording as wording } from './wording.ts'

/** Who read, changed, printed or downloaded a client's record. Read on demand: reading it adds a row to the trail. */
export function WhoHasSeen({ clientId }: { clientId: string }) {
  const [unfolded, setUnfolded] = useState(false)
  const listId = useId()
  if (!can(useSession().role, 'audit:read')) return null
  return (
    <Card
      title={wording.whoHasSeen}
      actions={
        <Button
          small
          icon="clock"
          aria-expanded={unfolded}
          aria-controls={listId}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? 'Hide' : 'Show who has seen it'}
        </Button>
      }
    >
      <p>{wording.ofClient}</p>
      <div id={listId} className="stack audit-trail who-has-seen">
        {unfolded && <RowsOfClient clientId={clientId} />}
      </div>
    </Card>
  )
}

function RowsOfClient({ clientId }: { clientId: string }) {
  const trail = useInfiniteQuery(trailQuery({ ...allRows, record: clientId }))
  const countLine = useRef<HTMLParagraphElement>(null)
  return (
    <Loaded query={trail} waiting={<LoadingSkeleton label={wording.loading} />} failed={wording.loadFailed}>
      {(rows) => (
        <>
          <ListCount ref={countLine}>{wording.count(rows.length, trail.hasNextPage)}</ListCount>
          <TrailTable rows={rows} refreshing={trail.isPlaceholderData} />
          <OlderRows trail={trail} countLine={countLine} />
        </>
      )}
    </Loaded>
  )
}
