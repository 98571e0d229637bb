import './menu.css'
import './option-list.css'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

/* The list box of a combobox (WAI-ARIA APG): focus stays in the field, and the arrow keys move the active option. */

export interface Option {
  id: string
  content: ReactNode
  choose: () => void
  /** Chosen by Enter only after the arrow keys have moved to it. */
  isSuggestion?: boolean
}

interface Searched<Of extends Option> {
  options: readonly Of[]
  search: string
  /** Whether the options are those of what is typed now. */
  isCurrent: boolean
}

/** The option that Enter chooses: the first of what was found, or the one that the arrow keys have moved to. */
export function useActiveOption<Of extends Option>({ options, search, isCurrent }: Searched<Of>) {
  const [selected, setSelected] = useState<{ search: string; id: string }>()
  const chosen = options.find(({ id }) => selected?.search === search && id === selected.id)
  // Never an option of an earlier search, nor a suggestion.
  const active =
    chosen ?? (isCurrent && search !== '' ? options.find(({ isSuggestion }) => !isSuggestion) : undefined)
  // Pressed before the options were found.
  const isEnterPending = useRef(false)
  useEffect(() => {
    if (!isCurrent || !isEnterPending.current) return
    isEnterPending.current = false
    active?.choose()
  })

  function move(step: 1 | -1) {
    const from = active ? options.indexOf(active) : step === 1 ? -1 : 0
    const next = options.at((from + step) % options.length)
    if (next) setSelected({ search, id: next.id })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    isEnterPending.current = event.key === 'Enter' && !active
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Enter') active?.choose()
  }
  return { active, onKeyDown }
}

type OptionRowProps = { id: string; option: Option; isActive: boolean }

export function OptionRow({ id, option, isActive }: OptionRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      className="menu-entry option"
      // Focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={option.choose}
    >
      {option.content}
    </div>
  )
}
