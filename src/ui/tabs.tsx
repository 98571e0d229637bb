import './tabs.css'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

export type Tab = { key: string; label: string; content: ReactNode }

type TabsProps = {
  /** What the views have in common. */
  label: string
  tabs: readonly Tab[]
  /** The key of the tab that is open at first; the first one when none says so. */
  initial?: string
}

/**
 * Views of one thing, one at a time (the ARIA pattern with automatic activation): one stop for Tab, arrow keys between
 * the tabs. On paper every panel stands under its name.
 */
export function Tabs({ label, tabs, initial }: TabsProps) {
  const [open, setOpen] = useState(initial)
  const list = useRef<HTMLDivElement>(null)
  const ownId = useId()
  const current = tabs.find(({ key }) => key === open) ?? tabs[0]

  function onKeyDown(event: KeyboardEvent) {
    const at = placeAfter(event.key, current ? tabs.indexOf(current) : 0, tabs.length)
    const next = at === undefined ? undefined : tabs.at(at)
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setOpen(next.key)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(next)]?.focus()
  }

  return (
    <div className="tabs">
      <div className="tabs-list" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            className="tabs-tab"
            id={`${ownId}-${tab.key}-tab`}
            aria-controls={`${ownId}-${tab.key}`}
            aria-selected={tab === current}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => setOpen(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div key={tab.key} className="tabs-view" data-open={tab === current || undefined}>
          <p className="tabs-print-title" aria-hidden="true">
            {tab.label}
          </p>
          <div
            className="tabs-panel"
            role="tabpanel"
            id={`${ownId}-${tab.key}`}
            aria-labelledby={`${ownId}-${tab.key}-tab`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern asks for it, so that text can be scrolled
            tabIndex={0}
          >
            {tab.content}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Where a key leads from the tab at `at`, round the corner at both ends; -1 is the last. */
function placeAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return at - 1
  if (key === 'Home') return 0
  if (key === 'End') return -1
  return undefined
}
