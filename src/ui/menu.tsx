import './button.css'
import './menu.css'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Anchor } from './anchor.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

type MenuItem = { label: string; icon?: IconName } & (
  | { href: string; onSelect?: never }
  | { onSelect: () => void; href?: never }
)

type MenuProps = {
  label: string
  icon?: IconName
  header?: ReactNode
  items: readonly MenuItem[]
  /** Ids of the elements that name the table row it belongs to. */
  describedBy?: string
  /** While the record is being loaded or saved. */
  disabled?: boolean
  /** Like a button of this tone; a plain one has the colors around it. */
  tone?: 'secondary' | 'quiet' | 'plain'
  small?: boolean
}

/** A disclosure, not an ARIA menu: its entries are ordinary links and buttons in the Tab order. */
export function Menu({
  label,
  icon,
  header,
  items,
  describedBy,
  disabled,
  tone = 'plain',
  small,
}: MenuProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const panelId = useId()

  useEffect(() => {
    if (!open) return
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setOpen(false)
      trigger.current?.focus()
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (open) moveFocus(root.current, event.key === 'ArrowDown' ? 1 : -1)
      else if (!disabled) setOpen(true)
    }
  }

  /** Closing hides the focused entry, so focus returns to the trigger. */
  function select(item: MenuItem) {
    setOpen(false)
    trigger.current?.focus()
    item.onSelect?.()
  }

  function onBlur(event: FocusEvent) {
    if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are handled for the controls inside
    <div className="menu screen-only" ref={root} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        type="button"
        className={classNames(`button button-${tone} menu-trigger`, small && 'button-small')}
        ref={trigger}
        // Not `disabled`, which would lose focus.
        aria-disabled={disabled || undefined}
        aria-describedby={describedBy}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => disabled || setOpen(!open)}
      >
        {icon && <Icon name={icon} />}
        <span>{label}</span>
        <Icon name="chevron-down" size="small" />
      </button>
      <div className="menu-panel" id={panelId} hidden={!open}>
        {header && <div className="menu-header">{header}</div>}
        <ul className="menu-entries">
          {items.map((item) => (
            <li key={item.label}>
              <MenuEntry item={item} onFollow={() => setOpen(false)} onSelect={() => select(item)} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

type MenuEntryProps = { item: MenuItem; onFollow: () => void; onSelect: () => void }

function MenuEntry({ item, onFollow, onSelect }: MenuEntryProps) {
  const content = (
    <>
      {item.icon && <Icon name={item.icon} />}
      {item.label}
    </>
  )
  if (item.href !== undefined) {
    return (
      <Anchor className="menu-entry" href={item.href} onClick={onFollow}>
        {content}
      </Anchor>
    )
  }
  return (
    <button type="button" className="menu-entry" onClick={onSelect}>
      {content}
    </button>
  )
}

function moveFocus(root: HTMLElement | null, step: 1 | -1) {
  const stops = [...(root?.querySelectorAll<HTMLElement>('.menu-trigger, .menu-entry') ?? [])]
  const index = stops.indexOf(document.activeElement as HTMLElement)
  stops.at((index + step + stops.length) % stops.length)?.focus()
}
