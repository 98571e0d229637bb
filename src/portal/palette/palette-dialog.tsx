import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Client } from '#contract/clients/schema.ts'
import { searchLimit } from '#contract/lengths.ts'
import { type Area, newNoteFragment, screenPath } from '#contract/paths.ts'
import { formatPhone } from '#contract/phone-number.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { useFoundClients } from '#portal/clients/found-clients.ts'
import { clientQueries, type FoundPage, withoutNoteThisWeek } from '#portal/clients/queries.ts'
import { StatusBadge } from '#portal/clients/status-badge.tsx'
import { cleanSearch } from '#portal/lists/list-state.ts'
import { type AreaScreen, isAboutClient, screenAt } from '#portal/screen/area.ts'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/person.tsx'
import { plural, pluralOf } from '#portal/screen/plural.ts'
import { screenWording } from '#portal/screen/wording.ts'
import { logout } from '#portal/sign-in/logout.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { type Option, OptionRow, useActiveOption } from '#ui/option-list.tsx'
import { SearchField } from '#ui/text-field.tsx'

const groupTitles = (openClient?: Client) => ({
  clients: 'Clients',
  similar: 'Similar names',
  openClient: openClient && `${fullName(openClient)}, born ${shortCalendarDate(openClient.dateOfBirth)}`,
  screens: 'Screens',
  actions: 'Actions',
})

export interface PaletteDialogProps {
  area: Area
  /** That this role may open. */
  screens: readonly AreaScreen[]
  onClose: () => void
  /** Called before another screen or, with its id, another part of this one is opened. */
  onLeave: (part?: string) => void
}

type Group = keyof ReturnType<typeof groupTitles>

type GroupedOption = Option & { group: Group }

/**
 * A combobox with a list box that is always open (WAI-ARIA APG): focus stays in the field, and the arrow keys move the active
 * option. What was typed and found is kept nowhere (docs/product.md 73).
 */
export function PaletteDialog({ area, screens, onClose, onLeave }: PaletteDialogProps) {
  const [searchText, setSearchText] = useState('')
  const search = cleanSearch(searchText)
  const { clients, isCurrent, query } = useFoundClients(search)
  const goTo = useGoTo({ onClose, onLeave })
  const listId = useId()
  const openClient = useOpenClient()
  const entries = entriesOf({ area, screens }, openClient).filter(({ words }) => holdsWords(words, search))
  const options: GroupedOption[] = [
    ...[...clients.items, ...(clients.similar ?? [])].map((client) => ({
      id: client.id,
      group: clients.similar ? ('similar' as const) : ('clients' as const),
      isSuggestion: clients.similar !== undefined,
      content: (
        <>
          <span className="option-text">
            <span dir="auto">{fullName(client)}</span>{' '}
            <span className="small-soft">Born {shortCalendarDate(client.dateOfBirth)}</span>{' '}
            <span className="small-soft">{formatPhone(client.phone)}</span>
          </span>{' '}
          <StatusBadge status={client.status} />
        </>
      ),
      choose: () => goTo(screenPath(area, 'clientDetails', client.id)),
    })),
    ...entries.map(({ group, label, about, icon, href }) => ({
      id: label.replaceAll(' ', '-'),
      group,
      content: (
        <>
          <Icon name={icon} />
          <span className="option-text">
            {label} {about && <span className="small-soft">{about}</span>}
          </span>
        </>
      ),
      choose: () => (href === undefined ? void logout() : goTo(href)),
    })),
  ]
  const { active, onKeyDown } = useActiveOption({ options, search, isCurrent })

  const optionId = ({ id }: Option) => `${listId}-${id}`
  return (
    <Dialog open onClose={onClose} title="Search" width="wide">
      <div className="palette stack-close">
        <SearchField
          label="Search clients, screens and actions"
          hideLabel
          hint="A client’s name, phone number or date of birth, or the name of a screen"
          value={searchText}
          maxLength={searchLimit}
          dir="auto"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          onChange={(event) => setSearchText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {query.isError ? (
          <ErrorState
            message="Clients could not be searched."
            detail={errorMessage(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <p className="palette-status small-soft" role="status">
            {search !== '' && statusOf({ isCurrent, clients, others: entries.length })}
          </p>
        )}
        <div
          className="palette-list option-list"
          id={listId}
          role="listbox"
          aria-label="Results"
          aria-busy={!isCurrent || undefined}
        >
          {groupNames
            .map((group) => ({ group, members: options.filter((option) => option.group === group) }))
            .filter(({ members }) => members.length > 0)
            .map(({ group, members }) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be in a list box
              <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
                <div className="palette-group small-soft" id={`${listId}-${group}`} role="presentation">
                  {groupTitles(openClient)[group]}
                </div>
                {members.map((option) => (
                  <OptionRow
                    key={option.id}
                    id={optionId(option)}
                    option={option}
                    isActive={option === active}
                  />
                ))}
              </div>
            ))}
        </div>
        <p className="key-hint small-soft">↑ ↓ to choose, Enter to open, Esc to close</p>
      </div>
    </Dialog>
  )
}

const groupNames = Object.keys(groupTitles()) as Group[]

function useGoTo({ onClose, onLeave }: Pick<PaletteDialogProps, 'onClose' | 'onLeave'>) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (href: string) => {
    const next = new URL(href, location.origin)
    if (next.pathname !== pathname) onLeave()
    else if (next.hash) onLeave(next.hash.slice(1))
    if (href !== pathname + search) navigate(href)
    onClose()
  }
}

/** The client whose screen is open, once the record has been read. */
function useOpenClient(): Client | undefined {
  const { clientId = '' } = screenAt(useLocation().pathname) ?? {}
  return useQueryClient().getQueryData(clientQueries.one(clientId).queryKey)
}

interface Entry {
  group: Group
  label: string
  about?: string | undefined
  icon: IconName
  /** The text that is searched. */
  words: string
  /** Absent for logging out. */
  href?: string
}

/** The screens of the area and of the open client, the clients without a note, and logging out. */
function entriesOf(
  { area, screens }: Pick<PaletteDialogProps, 'area' | 'screens'>,
  openClient: Client | undefined,
): Entry[] {
  const entries = screens.flatMap(({ name, title, label, icon, about, isAction }): Entry[] => {
    const isOfClient = isAboutClient(name)
    if (isOfClient && !openClient) return []
    const href = screenPath(area, name, openClient?.id)
    return [
      {
        group: isOfClient ? 'openClient' : isAction ? 'actions' : 'screens',
        label,
        about,
        icon,
        href: name === 'clientNotes' ? `${href}#${newNoteFragment}` : href,
        words: [label, title, about].join(' '),
      },
    ]
  })
  const href = `${screenPath(area, 'clients')}?${withoutNoteThisWeek}`
  const label = 'Clients without a note this week'
  const withoutNote: Entry = { group: 'screens', label, icon: 'users', href, words: label }
  const leaving = { group: 'actions', label: screenWording.logout, icon: 'log-out' } as const
  return [...entries, withoutNote, { ...leaving, words: leaving.label }].toSorted(
    (a, b) => groupNames.indexOf(a.group) - groupNames.indexOf(b.group),
  )
}

function holdsWords(text: string, search: string): boolean {
  return search
    .toLowerCase()
    .split(' ')
    .every((word) => text.toLowerCase().includes(word))
}

type Status = {
  isCurrent: boolean
  clients: Pick<FoundPage, 'items' | 'total' | 'totalIsMinimum' | 'similar'>
  others: number
}

function statusOf({ isCurrent, clients, others }: Status): string {
  if (!isCurrent) return 'Searching…'
  if (clients.total + others === 0)
    return clients.similar?.length
      ? 'Nothing found. There are similar names.'
      : 'Nothing found. Try a shorter part of the name.'
  const { length } = clients.items
  const isCut = clients.total > length
  const found = `${pluralOf(clients, 'client', 'clients')}${isCut ? ` (the first ${length} are shown)` : ''}`
  // Screens and actions are few and shown whole.
  const rest = plural(others, 'screen or action', 'screens and actions')
  const counts = [...(clients.total > 0 ? [found] : []), ...(others > 0 ? [rest] : [])].join(', ')
  return isCut ? `${counts}. Type more to narrow them down.` : `${counts}.`
}
