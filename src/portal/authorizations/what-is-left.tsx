import { useQuery } from '@tanstack/react-query'
import type { Authorization } from '#contract/authorizations/endpoints.ts'
import { authorizationName, serviceLabel } from '#contract/authorizations/rules.ts'
import { recordQueries } from '#portal/client-records/queries.ts'
import { monthAndDay, shortCalendarDate, today } from '#portal/screen/dates.ts'
import { plural } from '#portal/screen/plural.ts'
import { Icon } from '#ui/icon.tsx'

interface Sentence {
  text: string
  isWarning: boolean
}

/**
 * 'Authorization 4711: 260 of 600 minutes left, through Jun 30', or what is wrong; undefined for a service without any
 * authorization.
 */
export function whatIsLeft(
  found: readonly Authorization[],
  service: string,
  day: string,
): Sentence | undefined {
  const ofService = found.filter((one) => one.service === service && !one.mistaken)
  const covering = ofService.find(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)
  if (covering) return leftOf(covering)
  if (ofService.length === 0) return undefined
  const [last] = ofService.filter(({ endsOn }) => endsOn < day).sort((a, b) => (a.endsOn > b.endsOn ? -1 : 1))
  const [next] = ofService.sort((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
  const nearest = last
    ? `${authorizationName(last)} ended ${nearDay(last.endsOn)}`
    : next && `${authorizationName(next)} starts ${nearDay(next.startsOn)}`
  return {
    text: `No authorization for ${serviceLabel(service)} covers ${nearDay(day)}: ${nearest}`,
    isWarning: true,
  }
}

function leftOf(authorization: Authorization): Sentence {
  const { endsOn, minutes, remainingMinutes } = authorization
  const isWarning = remainingMinutes !== null && remainingMinutes <= 0
  return {
    text: `${authorizationName(authorization)}: ${amount()}, through ${nearDay(endsOn)}`,
    isWarning,
  }

  function amount(): string {
    if (minutes === null || remainingMinutes === null) return 'paid by the month'
    const all = plural(minutes, 'minute', 'minutes')
    if (remainingMinutes > 0) return `${remainingMinutes.toLocaleString('en-US')} of ${all} left`
    return remainingMinutes < 0
      ? `all ${all} used, ${(-remainingMinutes).toLocaleString('en-US')} over`
      : `all ${all} used`
  }
}

/** 'Jun 30', with the year if it is not this one. */
const nearDay = (day: string) =>
  day.slice(0, 4) === today().slice(0, 4) ? monthAndDay(day) : shortCalendarDate(day)

type WhatIsLeftProps = { clientId: string; service: string; day: string }

/**
 * For the form of a note; it never stops anyone from saving. Reading the authorizations leaves an audit row, so they are
 * read once a service is chosen, and not again when the note is saved.
 */
export function WhatIsLeft({ clientId, service, day }: WhatIsLeftProps) {
  const query = recordQueries.ofClient<Authorization>({ name: 'authorizations' }, clientId)
  const { data } = useQuery({
    ...query,
    queryKey: [...query.queryKey, 'for a note'],
    enabled: service !== '',
  })
  const sentence = data && whatIsLeft(data, service, day || today())
  return (
    <output className="note-form-authorized small-soft">
      {sentence && (
        <>
          {sentence.isWarning && <Icon name="warning" size="small" />}
          <bdi>{sentence.text}</bdi>
        </>
      )}
    </output>
  )
}
