import '#ui/menu.css'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import type { TrailPerson } from '#contract/audit/endpoints.ts'
import { searchLimit } from '#contract/lengths.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { cleanSearch } from '#portal/lists/list-state.ts'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { plural } from '#portal/screen/plural.ts'
import { type Option, OptionRow, useActiveOption } from '#ui/option-list.tsx'
import { SearchField } from '#ui/text-field.tsx'
import { ownerQuery, type PeopleFound, peopleQuery, recordIdIn } from './queries.ts'

type PersonPickerProps = {
  label: string
  /** Without it, clients and employees are found. */
  kind?: TrailPerson['kind']
  /** An id; that of a note, for example, has no name. */
  chosen: string | undefined
  onChosen: (id: string | undefined) => void
  ref?: RefObject<HTMLInputElement | null>
}

/** Milliseconds after the last letter. */
const pause = 150

/** A combobox: a name is typed and a person picked, whose id is the value. A full id is taken as it is. */
export function PersonPicker({ label, kind, chosen, onChosen, ref }: PersonPickerProps) {
  const queries = useQueryClient()
  const listId = useId()
  // Undefined while the field shows who is chosen.
  const [searchText, setSearchText] = useState<string>()
  const search = cleanSearch(searchText ?? '')
  const { found, isCurrent } = useFoundPeople(search, kind)
  const { data: owner } = useQuery(ownerQuery(chosen))

  function choose(id: string | undefined) {
    setSearchText(undefined)
    if (id !== chosen) onChosen(id)
  }
  const options: Option[] = (found.data?.items ?? []).map((person) => ({
    id: person.id,
    content: (
      <span className="option-text">
        <span dir="auto">{person.name || person.email}</span>{' '}
        <span className="small-soft">{aboutPerson(person)}</span>
      </span>
    ),
    choose() {
      // The name is known: it is not asked for again, which would leave an audit row.
      queries.setQueryData<PeopleFound>(ownerQuery(person.id).queryKey, { items: [person], hasMore: false })
      choose(person.id)
    },
  }))
  const { active, onKeyDown } = useActiveOption({ options, search, isCurrent })
  const isOpen = search !== ''
  const optionId = ({ id }: Option) => `${listId}-${id}`

  function type(text: string) {
    const id = recordIdIn(text)
    if (id || text === '') choose(id)
    else setSearchText(text)
  }
  function pressKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen) {
      // The browser would clear the field.
      event.preventDefault()
      setSearchText(undefined)
    } else if (isOpen) onKeyDown(event)
  }
  return (
    <div className="person-picker">
      <SearchField
        ref={ref}
        label={label}
        beside={owner && <span className="small-soft">{aboutPerson(owner)}</span>}
        value={searchText ?? (owner ? owner.name || (owner.email ?? '') : (chosen ?? ''))}
        maxLength={searchLimit}
        dir="auto"
        autoCapitalize="none"
        spellCheck={false}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active ? optionId(active) : undefined}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={pressKey}
        onBlur={() => setSearchText(undefined)}
      />
      <div className="menu-panel person-picker-list" hidden={!isOpen}>
        <p className="small-soft" role="status">
          {isOpen && statusOf(found, isCurrent)}
        </p>
        <div
          id={listId}
          role="listbox"
          className="option-list"
          aria-label="People found"
          aria-busy={!isCurrent || undefined}
        >
          {options.map((option) => (
            <OptionRow key={option.id} id={optionId(option)} option={option} isActive={option === active} />
          ))}
        </div>
      </div>
    </div>
  )
}

function useFoundPeople(search: string, kind: TrailPerson['kind'] | undefined) {
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(search), pause)
    return () => clearTimeout(timer)
  }, [search])
  const found = useQuery({ ...peopleQuery(searched, kind), placeholderData: keepPreviousData })
  return { found, isCurrent: search === searched && !found.isFetching }
}

/** What tells people of one name apart: 'Born Feb 9, 1990, deleted'. */
function aboutPerson({ dateOfBirth, email, name, isDeleted }: TrailPerson): string {
  if (dateOfBirth) return `Born ${shortCalendarDate(dateOfBirth)}${isDeleted ? ', deleted' : ''}`
  return [isDeleted ? 'Former employee' : 'Employee', ...(name && email ? [email] : [])].join(', ')
}

type Found = { data: PeopleFound | undefined; isError: boolean; error: Error | null }

function statusOf({ data, isError, error }: Found, isCurrent: boolean): string {
  if (!isCurrent) return 'Searching…'
  if (isError) return errorMessage(error)
  const shown = data?.items.length ?? 0
  if (shown === 0) return 'No one found. Try fewer letters, or enter the full ID.'
  return data?.hasMore
    ? `The first ${shown} are shown. Type more to narrow them down.`
    : `${plural(shown, 'person', 'people')} found`
}
