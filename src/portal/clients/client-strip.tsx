import './client-link.css'
import { can } from '#contract/access/permissions.ts'
import { screenPath } from '#contract/paths.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Anchor } from '#ui/anchor.tsx'

/** The part of details that the strip leads to. */
export const papersFragment = 'papers'

type ClientStripProps = { clientId: string; current: 'details' | 'notes' | 'report' }

/** Leads between everything about one client, on each of its screens. */
export function ClientStrip({ clientId, current }: ClientStripProps) {
  const { role } = useSession()
  const areaPath = useAreaPath()
  const details = areaPath('clientDetails', clientId)
  const links = [
    { id: 'to-details', label: 'Details', href: details, isCurrent: current === 'details' },
    {
      id: 'to-notes',
      label: 'Notes',
      href: areaPath('clientNotes', clientId),
      isCurrent: current === 'notes',
    },
    { id: 'to-papers', label: 'Signed documents', href: `${details}#${papersFragment}` },
    // docs/product.md 54.
    ...(can(role, 'notes:export')
      ? [
          {
            id: 'to-report',
            label: 'Notes report',
            href: screenPath('admin', 'clientNotesReport', clientId),
            isCurrent: current === 'report',
          },
        ]
      : []),
  ]
  return (
    <nav className="client-strip screen-only" aria-label="About this client">
      {links.map(({ id, label, href, isCurrent }) =>
        current === 'details' && href.includes('#') ? (
          // The browser scrolls and moves focus to a part of the same page; the router does not.
          <a key={id} href={`#${papersFragment}`}>
            {label}
          </a>
        ) : (
          <Anchor key={id} id={id} href={href} aria-current={isCurrent ? 'page' : undefined}>
            {label}
          </Anchor>
        ),
      )}
    </nav>
  )
}
