import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { can } from '#contract/access/permissions.ts'
import type { Client } from '#contract/clients/schema.ts'
import type { Disclosure } from '#contract/record-packet/endpoints.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { dateAndTime, shortCalendarDate } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'
import { useToast } from '#ui/toast.tsx'
import type { PacketDialogProps } from './packet-dialog.tsx'
import { disclosuresQuery } from './queries.ts'

/** To whom the record was given, and the button that makes a packet (docs/product.md 96). */
export function Disclosures({ client }: { client: Client }) {
  const { role } = useSession()
  const [Dialog, setDialog] = useState<ComponentType<PacketDialogProps>>()
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  if (!can(role, 'disclosures:read')) return null

  async function open() {
    try {
      const { PacketDialog } = await import('./packet-dialog.tsx')
      setDialog(() => PacketDialog)
      setOpen(true)
    } catch {
      toast({ tone: 'danger', text: 'The form could not be opened. Check your connection and try again.' })
    }
  }

  return (
    <Card
      className="screen-only"
      title="Disclosures"
      actions={
        can(role, 'packets:make') && (
          <Button small icon="download" onClick={() => void open()}>
            Record packet
          </Button>
        )
      }
    >
      <DisclosureList clientId={client.id} />
      {Dialog && isOpen && <Dialog client={client} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function DisclosureList({ clientId }: { clientId: string }) {
  const disclosures = useQuery(disclosuresQuery(clientId))
  return (
    <Loaded
      query={disclosures}
      waiting={<LoadingSkeleton lines={1} />}
      failed="Unable to load the disclosures."
    >
      {(list) =>
        list.length > 0 ? (
          <DescriptionList items={list.map(describe)} />
        ) : (
          <p>This record has not been shared.</p>
        )
      }
    </Loaded>
  )
}

function describe({ at, by, byName, recipient, purpose, basis, from, to, sha256 }: Disclosure): Description {
  const period = [from && `from ${shortCalendarDate(from)}`, to && `to ${shortCalendarDate(to)}`]
  return {
    term: dateAndTime(at),
    value: (
      <>
        <bdi>{recipient}</bdi>
        {', for: '}
        <bdi>{purpose}</bdi>
        <br />
        {basis && (
          <>
            {'Shared because: '}
            <bdi>{basis}</bdi>
            <br />
          </>
        )}
        <span className="soft">
          {[by ? byName : `Operator (${byName})`, period.filter(Boolean).join(' ') || 'whole record'].join(
            ' · ',
          )}
          <br />
          {`SHA-256 of record.pdf: ${sha256}`}
        </span>
      </>
    ),
  }
}
