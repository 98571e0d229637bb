import './status-history.css'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { StatusChange } from '#contract/clients/schema.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Button } from '#ui/button.tsx'
import { EmailAddress } from '#ui/email-address.tsx'
import { clientQueries } from './queries.ts'
import { headlineOf, originOf } from './status-sentences.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.details

/** So many stand there at first; a longer history can be unfolded, and is whole on paper. */
const alwaysShown = 3

export function StatusHistory({ clientId }: { clientId: string }) {
  const history = useQuery(clientQueries.statusHistory(clientId))
  return (
    <Loaded query={history} waiting={<LoadingPlace lines={2} />} failed={wording.statusHistoryFailed}>
      {(changes) => <Changes changes={changes} />}
    </Loaded>
  )
}

function Changes({ changes }: { changes: readonly StatusChange[] }) {
  const [unfolded, setUnfolded] = useState(false)
  const listId = useId()
  const earlier = changes.length - alwaysShown
  const foldable = earlier > 1
  return (
    <>
      <ol id={listId} className="status-history" data-folded={(foldable && !unfolded) || undefined}>
        {changes.map((change, place) => (
          <li
            key={change.at + change.to}
            className={place < alwaysShown ? undefined : 'status-history-earlier'}
          >
            <span className="status-history-headline">
              <strong>{headlineOf(change, { current: place === 0 })}</strong>
              {'\u00a0·'}
            </span>{' '}
            <Origin by={change.by} sentence={originOf(change, { intake: place === changes.length - 1 })} />
          </li>
        ))}
      </ol>
      {foldable && (
        <Button
          className="status-history-fold"
          small
          aria-expanded={unfolded}
          aria-controls={listId}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? wording.foldHistory : wording.unfoldHistory(earlier)}
        </Button>
      )}
    </>
  )
}

function Origin({ by, sentence }: Pick<StatusChange, 'by'> & { sentence: string }) {
  if (!by) return sentence
  const [before, after] = sentence.split(by)
  return (
    <>
      {before}
      <EmailAddress amongWords address={by} />
      {after}
    </>
  )
}
