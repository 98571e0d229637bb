import './masthead-row.css'
import './masthead-rows.css'
import './masthead.css'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { Anchor } from './anchor.tsx'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { NameMark } from './name-mark.tsx'

export type MastheadLink = {
  href: string
  label: string
  icon?: IconName
  current?: boolean
  /** Stands beside the link, outside its name. */
  mark?: ReactNode
}

type MastheadProps = {
  name: string
  detail?: string
  homeHref: string
  links: readonly MastheadLink[]
  /** `row`: a few links beside the name, at the lower edge on narrow screens. `rows`: many links below it, in a sheet there. */
  arrangement?: 'row' | 'rows'
  navLabel?: string
  menuLabel?: string
  closeLabel?: string
  side?: ReactNode
}

/** Works without script: the sheet is a native popover, so the same block serves plain HTML and an app. */
export function Masthead({
  name,
  detail,
  homeHref,
  links,
  arrangement = 'row',
  navLabel = 'Main',
  menuLabel = 'Menu',
  closeLabel = 'Close',
  side,
}: MastheadProps) {
  const navId = useId()
  const nav = (
    <ul className="masthead-links">
      {links.map((link) => (
        <li key={link.href}>
          <Anchor
            className="masthead-link"
            href={link.href}
            aria-current={link.current ? 'page' : undefined}
            onClick={closeSheet}
          >
            {link.icon && <Icon name={link.icon} />}
            {link.label}
          </Anchor>
          {link.mark}
        </li>
      ))}
    </ul>
  )
  return (
    <header className={`masthead masthead-${arrangement}`}>
      <div className="masthead-top">
        <NameMark name={name} href={homeHref} detail={detail} />
        {side && <div className="masthead-side">{side}</div>}
        {arrangement === 'row' && (
          <nav className="masthead-nav" aria-label={navLabel}>
            {nav}
          </nav>
        )}
      </div>
      {arrangement === 'rows' && (
        <>
          <nav className="masthead-nav" aria-label={navLabel} id={navId} popover="auto">
            <div className="masthead-sheet-top">
              <p>{menuLabel}</p>
              <Button tone="quiet" icon="close" popoverTarget={navId} popoverTargetAction="hide">
                {closeLabel}
              </Button>
            </div>
            {nav}
          </nav>
          <div className="masthead-bar">
            <button type="button" className="masthead-open" popoverTarget={navId}>
              <Icon name="menu" />
              {menuLabel}
            </button>
          </div>
        </>
      )}
    </header>
  )
}

/** A full page load closes the sheet by itself, an app's own navigation does not. */
function closeSheet(event: MouseEvent<HTMLElement>) {
  const sheet = event.currentTarget.closest<HTMLElement>('[popover]')
  if (sheet?.matches(':popover-open')) sheet.hidePopover()
}
