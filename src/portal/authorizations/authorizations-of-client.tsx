import './authorizations.css'
import { useQuery } from '@tanstack/react-query'
import type { Authorization } from '#contract/authorizations/endpoints.ts'
import { authorizationFields } from '#contract/authorizations/fields.ts'
import { authorizationTitle, warningLabels } from '#contract/authorizations/rules.ts'
import { ClientRecords, lineId, RecordLines } from '#portal/client-records/client-records.tsx'
import { DueBadge } from '#portal/client-records/due-badge.tsx'
import { type RecordKind, recordQueries } from '#portal/client-records/queries.ts'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { plural } from '#portal/screen/plural.ts'
import { Badge } from '#ui/badge.tsx'

export const authorizations: RecordKind<Authorization> = {
  name: 'authorizations',
  kind: 'authorization',
  fields: authorizationFields,
  one: 'authorization',
  hasField: (name, authorization) => name !== 'mistaken' || authorization !== undefined,
}

/** What payers have authorized, and how much of it the notes have used. */
export function AuthorizationsOfClient({ clientId }: { clientId: string }) {
  const query = useQuery(recordQueries.ofClient(authorizations, clientId))
  return (
    <ClientRecords kind={authorizations} clientId={clientId} title="Authorizations" records={query.data}>
      {(buttonsOf) => (
        <RecordLines
          query={query}
          failed="Unable to load the authorizations."
          empty="No authorizations have been entered."
          buttonsOf={buttonsOf}
        >
          {(authorization) => <AboutAuthorization authorization={authorization} />}
        </RecordLines>
      )}
    </ClientRecords>
  )
}

function AboutAuthorization({ authorization }: { authorization: Authorization }) {
  const { startsOn, endsOn, comment, mistaken, warnings } = authorization
  return (
    <>
      <span>
        <span id={lineId(authorizations, authorization)} dir="auto">
          {authorizationTitle(authorization)}
        </span>{' '}
        {mistaken ? (
          <Badge>{authorizationFields.mistaken.label}</Badge>
        ) : (
          <DueBadge kind={authorizations.name} on={endsOn} />
        )}{' '}
        {warnings.includes('used-up') && <Badge tone="red">{warningLabels['used-up']}</Badge>}
        {warnings.includes('low') && <Badge tone="yellow">{warningLabels.low}</Badge>}
      </span>
      <span className="small-soft" dir="auto">
        {[`From ${shortCalendarDate(startsOn)}`, comment].filter(Boolean).join(' · ')}
      </span>
      {!mistaken && <Use authorization={authorization} />}
    </>
  )
}

/** '340 of 600 minutes used, 260 left', with a bar. */
function Use({ authorization }: { authorization: Authorization }) {
  const { minutes, usedMinutes, remainingMinutes, unmeasured } = authorization
  const notMeasured = unmeasured > 0 && ` · ${plural(unmeasured, 'note', 'notes')} without minutes`
  if (minutes === null || remainingMinutes === null)
    return (
      <span>
        {plural(usedMinutes, 'minute', 'minutes')} used, paid by the month
        {notMeasured}
      </span>
    )
  const left =
    remainingMinutes < 0
      ? `${(-remainingMinutes).toLocaleString('en-US')} over`
      : `${remainingMinutes.toLocaleString('en-US')} left`
  return (
    <span className="authorization-use">
      <meter
        max={minutes}
        value={usedMinutes}
        low={0.8 * minutes}
        high={minutes - 1}
        optimum={0}
        aria-hidden="true"
      />
      <span>
        {usedMinutes.toLocaleString('en-US')} of {plural(minutes, 'minute', 'minutes')} used, {left}
        {notMeasured}
      </span>
    </span>
  )
}
