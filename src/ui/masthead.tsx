import './masthead.css'
import './name-mark.css'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Anchor } from './anchor.tsx'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

type MastheadLink = {
  href: string
  label: string
  icon?: IconName
  current?: boolean
  /** The open screen is not this link's own, but belongs to it, such as a client to the list. */
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
  navLabel?: string
  side?: ReactNode
}

/**
 * The links are beside or below the name, and on narrow screens in a bar at the bottom edge: all of them or, if some are
 * frequent, those, and the others in a sheet above it, which needs `masthead-sheet.css`. Works without scripts, as the sheet
 * is a native popover.
 */
export function Masthead({ name, detail, homeHref, links, navLabel = 'Main', side }: MastheadProps) {
  const sheetId = useId()
  const sheet = useRef<HTMLElement>(null)
  useCloseWhenWide(sheet)
  const others = links.some(({ frequent }) => frequent) ? links.filter(({ frequent }) => !frequent) : []
  return (
    <header className="masthead">
      <NameMark name={name} href={homeHref} detail={detail} />
      {side && <div className="masthead-side screen-only">{side}</div>}
      <nav className="masthead-nav screen-only" aria-label={navLabel}>
        <ul className="masthead-links">
          {links.map((link) => (
            <li key={link.href} className={others.includes(link) ? 'masthead-other' : undefined}>
              <MastheadItem {...link} />
            </li>
          ))}
        </ul>
        {others.length > 0 && (
          <button type="button" className="masthead-link masthead-open" popoverTarget={sheetId}>
            <Icon name="menu" />
            More
          </button>
        )}
      </nav>
      {others.length > 0 && (
        <nav ref={sheet} className="masthead-sheet screen-only" aria-label="More" id={sheetId} popover="auto">
          <div className="masthead-sheet-top">
            <p>Menu</p>
            <Button tone="quiet" icon="close" popoverTarget={sheetId} popoverTargetAction="hide">
              Close
            </Button>
          </div>
          <ul className="masthead-links">
            {others.map((link) => (
              <li key={link.href}>
                <MastheadItem {...link} />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  )
}

function MastheadItem({ href, label, icon, current, within, count }: MastheadLink) {
  const countId = useId()
  return (
    <>
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
        <span className="masthead-count badge tone-blue">
          <span aria-hidden="true">{count.value > longestCount ? `${longestCount}+` : count.value}</span>
          <span className="visually-hidden" id={countId}>
            {count.label}
          </span>
        </span>
      )}
    </>
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

/** As in masthead.css. */
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
        <path d="M9 25.5 24 12l15 13.5" />
        <path strokeWidth="3" d="M14 26v11.5h20V26" />
        <path className="name-mark-door" d="M20 37.5V30a4 4 0 0 1 8 0v7.5z" />
      </svg>
      <span className="name-mark-text">
        <span className="name-mark-name">{name}</span>
        {detail && <span className="name-mark-detail screen-only">{detail}</span>}
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
