import './masthead-row.css'
import './masthead-rows.css'
import './masthead.css'
import './visually-hidden.css'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Anchor } from './anchor.tsx'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { NameMark } from './name-mark.tsx'

export type MastheadLink = {
  href: string
  label: string
  icon?: IconName
  current?: boolean
  /** Stands beside the link, outside its name: the number, and what it counts in words for those who don’t see it. */
  count?: { value: number; label: string } | undefined
}

type MastheadProps = {
  name: string
  detail?: string
  homeHref: string
  links: readonly MastheadLink[]
  /** `row`: a few links beside the name, at the lower edge on narrow screens. `rows`: many links below it, in a sheet there. */
  arrangement?: 'row' | 'rows'
  navLabel?: string
  side?: ReactNode
}

const menuWord = 'Menu'

/** Works without script: the sheet is a native popover, so the same block serves plain HTML and an app. */
export function Masthead({
  name,
  detail,
  homeHref,
  links,
  arrangement = 'row',
  navLabel = 'Main',
  side,
}: MastheadProps) {
  const navId = useId()
  const sheet = useRef<HTMLElement>(null)
  useClosedWhereWide(sheet)
  const nav = (
    <ul className="masthead-links">
      {links.map((link) => (
        <MastheadItem key={link.href} {...link} />
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
          <nav ref={sheet} className="masthead-nav" aria-label={navLabel} id={navId} popover="auto">
            <div className="masthead-sheet-top">
              <p>{menuWord}</p>
              <Button tone="quiet" icon="close" popoverTarget={navId} popoverTargetAction="hide">
                Close
              </Button>
            </div>
            {nav}
          </nav>
          <div className="masthead-bar">
            <button type="button" className="masthead-open" popoverTarget={navId}>
              <Icon name="menu" />
              {menuWord}
            </button>
          </div>
        </>
      )}
    </header>
  )
}

function MastheadItem({ href, label, icon, current, count }: MastheadLink) {
  const countId = useId()
  return (
    <li>
      <Anchor
        className="masthead-link"
        href={href}
        aria-current={current ? 'page' : undefined}
        aria-describedby={count ? countId : undefined}
        onClick={closeSheet}
      >
        {icon && <Icon name={icon} />}
        {label}
      </Anchor>
      {count && (
        <span className="masthead-count">
          <span aria-hidden="true">{count.value > mostShown ? `${mostShown}+` : count.value}</span>
          <span className="visually-hidden" id={countId}>
            {count.label}
          </span>
        </span>
      )}
    </li>
  )
}

/** A longer number would push links to another line; its words say it whole. */
const mostShown = 99

/** A full page load closes the sheet by itself, an app's own navigation does not. */
function closeSheet(event: MouseEvent<HTMLElement>) {
  close(event.currentTarget.closest<HTMLElement>('[popover]'))
}

function close(sheet: HTMLElement | null) {
  if (sheet?.matches(':popover-open')) sheet.hidePopover()
}

/** As in masthead-rows.css. */
const wide = '(min-width: 56rem)'

/** A tablet that is turned has room for a row of links: left open, the sheet would lie over the name. */
function useClosedWhereWide(sheet: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const room = matchMedia(wide)
    const turned = () => room.matches && close(sheet.current)
    room.addEventListener('change', turned)
    return () => room.removeEventListener('change', turned)
  }, [sheet])
}
