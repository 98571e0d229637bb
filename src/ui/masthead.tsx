import './masthead-row.css'
import './masthead.css'
import './name-mark.css'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Anchor } from './anchor.tsx'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

export type MastheadLink = {
  href: string
  label: string
  icon?: IconName
  current?: boolean
  /** The screen belongs to this link's. */
  within?: boolean
  /** Also in the bar of narrow screens. */
  frequent?: boolean
  /** Shown beside the link, outside its name; the label is its description for screen readers. */
  count?: { value: number; label: string } | undefined
}

type MastheadProps = {
  name: string
  detail?: string
  homeHref: string
  links: readonly MastheadLink[]
  /**
   * `row`: a few links beside the name, at the bottom edge on narrow screens. `rows`: many links beside or below the name; on
   * narrow screens the frequent ones are in a bar, and the others in a sheet above it. Needs `masthead-rows.css`, which the website does not load.
   */
  arrangement?: 'row' | 'rows'
  navLabel?: string
  side?: ReactNode
}

/** Works without scripts, as the sheet is a native popover. */
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
  useCloseWhenWide(sheet)
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
        {side && <div className="masthead-side screen-only">{side}</div>}
        {arrangement === 'row' && (
          <nav className="masthead-nav screen-only" aria-label={navLabel}>
            {nav}
          </nav>
        )}
      </div>
      {arrangement === 'rows' && (
        <>
          <nav
            ref={sheet}
            className="masthead-nav screen-only"
            aria-label={navLabel}
            id={navId}
            popover="auto"
          >
            <div className="masthead-sheet-top">
              <p>Menu</p>
              <Button tone="quiet" icon="close" popoverTarget={navId} popoverTargetAction="hide">
                Close
              </Button>
            </div>
            {nav}
          </nav>
          <div className="masthead-bar screen-only">
            <nav className="masthead-frequent" aria-label="Most used">
              <ul className="masthead-links">
                {links
                  .filter(({ frequent }) => frequent)
                  .map((link) => (
                    <MastheadItem key={link.href} {...link} />
                  ))}
              </ul>
            </nav>
            <button type="button" className="masthead-open" popoverTarget={navId}>
              <Icon name="menu" />
              More
            </button>
          </div>
        </>
      )}
    </header>
  )
}

function MastheadItem({ href, label, icon, current, within, frequent, count }: MastheadLink) {
  const countId = useId()
  return (
    <li className={frequent ? 'masthead-frequent-link' : undefined}>
      <Anchor
        className="masthead-link"
        href={href}
        aria-current={current ? 'page' : within || undefined}
        aria-describedby={count ? countId : undefined}
        onClick={closeSheet}
      >
        {icon && <Icon name={icon} />}
        {label}
      </Anchor>
      {count && (
        <span className="masthead-count">
          <span aria-hidden="true">{count.value > longestCount ? `${longestCount}+` : count.value}</span>
          <span className="visually-hidden" id={countId}>
            {count.label}
          </span>
        </span>
      )}
    </li>
  )
}

/** A longer number would push links to another line; the label has the exact one. */
const longestCount = 99

/** Only needed for client-side navigation: a page load closes the sheet anyway. */
function closeSheet(event: MouseEvent<HTMLElement>) {
  close(event.currentTarget.closest<HTMLElement>('[popover]'))
}

function close(sheet: HTMLElement | null) {
  if (sheet?.matches(':popover-open')) sheet.hidePopover()
}

/** As in masthead-rows.css. */
const wide = '(min-width: 60rem)'

/** On a rotated tablet, an open sheet would cover the name: there, the links are a row. */
function useCloseWhenWide(sheet: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const query = matchMedia(wide)
    const closeWhenWide = () => query.matches && close(sheet.current)
    query.addEventListener('change', closeWhenWide)
    return () => query.removeEventListener('change', closeWhenWide)
  }, [sheet])
}

type NameMarkProps = { name: string; href?: string; detail?: string }

/** The logo, a roof over a lit door, and the organization's name. */
export function NameMark({ name, href, detail }: NameMarkProps) {
  const content = (
    <>
      <svg className="name-mark-sign" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        <rect className="name-mark-ground" width="48" height="48" rx="12" />
        <path className="name-mark-roof" d="M9 25.5 24 12l15 13.5" />
        <path className="name-mark-wall" d="M14 26v11.5h20V26" />
        <path className="name-mark-door" d="M20 37.5V30a4 4 0 0 1 8 0v7.5z" />
      </svg>
      <span className="name-mark-text">
        <span className="name-mark-name">{name}</span>
        {detail && <span className="name-mark-detail">{detail}</span>}
      </span>
    </>
  )
  if (href === undefined) return <span className="name-mark">{content}</span>
  return (
    <Anchor className="name-mark" href={href}>
      {content}
    </Anchor>
  )
}

/** The first link of a page, to the element with the id `main`. */
export function SkipLink({ label = 'Skip to main content' }) {
  return (
    <a className="skip-link screen-only" href="#main">
      {label}
    </a>
  )
}
