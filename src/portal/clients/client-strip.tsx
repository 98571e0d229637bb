import './client-link.css'
import { can } from '#contract/access/permissions.ts'
import { screenPath, screens } from '#contract/paths.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Anchor } from '#ui/anchor.tsx'

type ClientStripProps = { clientId: string; current: 'details' | 'notes' | 'papers' | 'report' }

/** Leads between everything about one client, on each of its screens. */
export function ClientStrip({ clientId, current }: ClientStripProps) {
  const { role } = useSession()
  const areaPath = useAreaPath()
  const links = [
    {
      id: 'to-details',
      label: 'Details',
      href: areaPath('clientDetails', clientId),
      isCurrent: current === 'details',
    },
    {
      id: 'to-notes',
      label: 'Notes',
      href: areaPath('clientNotes', clientId),
      isCurrent: current === 'notes',
    },
    {
      id: 'to-papers',
      label: screens.clientPapers.title,
      href: areaPath('clientPapers', clientId),
      isCurrent: current === 'papers',
    },
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
      {links.map(({ id, label, href, isCurrent }) => (
        <Anchor key={id} id={id} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {label}
        </Anchor>
      ))}
    </nav>
  )
}
