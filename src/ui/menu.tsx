import './button.css'
import './menu.css'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Anchor } from './anchor.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

type MenuItem = {
  label: string
  icon?: IconName
  /** The choice that applies now. */
  current?: boolean
} & ({ href: string; onSelect?: never } | { onSelect: () => void; href?: never })

type MenuProps = {
  label: string
  icon?: IconName
  header?: ReactNode
  items: readonly MenuItem[]
  /** Says more than the label, which it contains. */
  'aria-label'?: string
  /** Ids of the elements that name the table row it belongs to. */
  describedBy?: string
  /** While the record is being loaded or saved. */
  disabled?: boolean
  /** Looks like a button of this tone; a plain one takes the surrounding colors. */
  tone?: 'secondary' | 'quiet' | 'plain'
  small?: boolean
}

/** A disclosure, not an ARIA menu: its entries are ordinary links and buttons in the Tab order. */
export function Menu({
  label,
  icon,
  header,
  items,
  'aria-label': name,
  describedBy,
  disabled,
  tone = 'plain',
  small,
}: MenuProps) {
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const close = () => panel.current?.hidePopover()

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    // The state follows a moment later: a second key may come before it.
    const isOpen = panel.current?.matches(':popover-open')
    if (isOpen) moveFocus(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)
    else if (!disabled) panel.current?.showPopover()
  }

  function onBlur({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }

  /**
   * Opens where there is more room, because people can't scroll to what reaches beyond the page. Not every browser that the
   * README names can do this in CSS.
   */
  function place() {
    if (!panel.current || !trigger.current) return
    const { top, bottom, left, right, width } = trigger.current.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const [below, after] = [clientHeight - bottom, clientWidth - right]
    const { style } = panel.current
    style.insetBlockStart = below < top ? 'auto' : `${bottom + scrollY}px`
    style.insetBlockEnd = below < top ? `${clientHeight - top - scrollY}px` : 'auto'
    style.maxHeight = `calc(${Math.max(below, top)}px - var(--space-2))`
    style.insetInlineStart = left < after ? `${left}px` : 'auto'
    style.insetInlineEnd = left < after ? 'auto' : `${after}px`
    style.minWidth = `${width}px`
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are handled for the controls inside
    <div className="menu screen-only" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        type="button"
        className={classNames(`button button-${tone} menu-trigger`, small && 'button-small')}
        ref={trigger}
        // Not `disabled`, which would lose focus.
        aria-disabled={disabled || undefined}
        aria-label={name}
        aria-describedby={describedBy}
        aria-expanded={open}
        popoverTarget={disabled ? undefined : panelId}
      >
        {icon && <Icon name={icon} />}
        <span>{label}</span>
        <Icon name="chevron-down" size="small" />
      </button>
      <div
        className="menu-panel"
        id={panelId}
        ref={panel}
        popover="auto"
        onBeforeToggle={place}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {header && <div className="menu-header">{header}</div>}
        <ul className="menu-entries">
          {items.map((item) => (
            <li key={item.label}>
              <MenuEntry item={item} onChoose={close} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

type MenuEntryProps = { item: MenuItem; onChoose: () => void }

function MenuEntry({ item, onChoose }: MenuEntryProps) {
  const content = (
    <>
      {item.icon && <Icon name={item.icon} />}
      {item.label}
      {item.current && <Icon name="check" size="small" />}
    </>
  )
  if (item.href !== undefined) {
    return (
      <Anchor className="menu-entry" href={item.href} onClick={onChoose}>
        {content}
      </Anchor>
    )
  }
  return (
    <button
      type="button"
      className="menu-entry"
      aria-current={item.current || undefined}
      onClick={() => {
        // Focus returns to the menu's button.
        onChoose()
        item.onSelect()
      }}
    >
      {content}
    </button>
  )
}

function moveFocus(root: Element, step: 1 | -1) {
  const stops = [...root.querySelectorAll<HTMLElement>('.menu-trigger, .menu-entry')]
  const index = stops.indexOf(document.activeElement as HTMLElement)
  stops.at((index + step + stops.length) % stops.length)?.focus()
}
