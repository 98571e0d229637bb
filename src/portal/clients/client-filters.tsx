import { type RefObject, useEffect, useRef, useState } from 'react'
import { clientSearchLimit } from '#contract/clients/endpoints.ts'
import { statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { SearchField } from '#ui/text-field.tsx'
import { cleanSearch, type StatusFilter } from './list-address.ts'
import type { ListPlace } from './list-place.ts'
import { useClientSummary } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

const statusOptions = [
  { value: '', label: wording.all },
  ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
]

/** §9 has no figure for it: short enough to feel immediate, long enough to ask once for a word typed quickly. */
const typingPause = 150

type ClientFiltersProps = { place: ListPlace; searchBox: RefObject<HTMLInputElement | null> }

export function ClientFilters({ place, searchBox }: ClientFiltersProps) {
  const { address, isNarrowed } = place
  const { text, setText } = useTypedSearch(place)
  const offersUnknown = useHasUnknown() || address.status === unknownStatus
  const unknownOption = { value: unknownStatus, label: unknownStatus }
  return (
    <search className="client-filters">
      <SearchField
        ref={searchBox}
        label={wording.search}
        value={text}
        maxLength={clientSearchLimit}
        dir="auto"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SelectField
        label={wording.status}
        options={offersUnknown ? [...statusOptions, unknownOption] : statusOptions}
        value={address.status ?? ''}
        onChange={(event) =>
          place.filterBy((event.currentTarget.value || undefined) as StatusFilter | undefined)
        }
      />
      <Button
        icon="close"
        tone="quiet"
        aria-disabled={(!isNarrowed && text === '') || undefined}
        onClick={() => {
          setText('')
          place.clearFilters()
        }}
      >
        {wording.clear}
      </Button>
    </search>
  )
}

/** Decision 36: 'Unknown' is offered only while such records exist. */
function useHasUnknown(): boolean {
  return (useClientSummary('all').data?.counts.Unknown ?? 0) > 0
}

/** The box is ahead of the address by a short pause; when the address changes by itself, as by Back, it follows. */
function useTypedSearch({ address, searchFor }: ListPlace) {
  const [text, setText] = useState(address.search)
  const sent = useRef(address.search)

  useEffect(() => {
    if (address.search === sent.current) return
    sent.current = address.search
    setText(address.search)
  }, [address.search])

  const send = useRef(searchFor)
  useEffect(() => {
    send.current = searchFor
  })

  useEffect(() => {
    const wanted = cleanSearch(text)
    if (wanted === sent.current) return
    const timer = setTimeout(() => {
      sent.current = wanted
      send.current(wanted)
    }, typingPause)
    return () => clearTimeout(timer)
  }, [text])

  return { text, setText }
}
