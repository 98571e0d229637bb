import './similar-clients.css'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import * as z from 'zod/mini'
import { can } from '#contract/access/permissions.ts'
import type { SimilarClient } from '#contract/clients/schema.ts'
import { screenPath } from '#contract/paths.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { longCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/person.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { AboutClient } from './about-client.tsx'
import { type ClientFormState, clientFormSchema } from './client-form.tsx'
import { clientQueries, type SimilarTo } from './queries.ts'
import { StatusBadge } from './status-badge.tsx'

/** Milliseconds without typing before the request. */
const typingPause = 400

type SimilarClientsProps = {
  form: ClientFormState
  /** Continues with the existing record instead of a new one. */
  onUse: (client: SimilarClient) => void
}

/** A hint that the client may already be on record, so a failure is not shown. */
export function SimilarClients({ form, onUse }: SimilarClientsProps) {
  const person = usePerson(form)
  const { data = [] } = useQuery(clientQueries.similar(form.status === 'saved' ? undefined : person))
  return (
    // In the page from the start, because a hint that is added with its text is often not announced.
    <div className="similar-clients announced" role="status">
      {data.length > 0 && (
        <Banner
          announce="none"
          title={
            data.length === 1
              ? 'This client may already be on record'
              : 'These clients may be the same person'
          }
        >
          <p>Check before you add a new record. What you typed stays here.</p>
          <ul className="stack-close">
            {data.map((client) => (
              <li className="row" key={client.id}>
                <SimilarClientLine client={client} />
                <Button
                  small
                  aria-describedby={`similar-${client.id}`}
                  onClick={() => form.locked || onUse(client)}
                >
                  Use this record
                </Button>
              </li>
            ))}
          </ul>
          <MergeLink clients={data} />
        </Banner>
      )}
    </div>
  )
}

/** Of several that exist already, two may have to become one. */
function MergeLink({ clients: [first, second, ...more] }: { clients: readonly SimilarClient[] }) {
  const { role } = useSession()
  if (!first || !second || !can(role, 'clients:merge')) return null
  const path = screenPath('admin', 'mergeClient', first.id)
  return (
    <p>
      Are they the same person?{' '}
      <Anchor href={more.length > 0 ? path : `${path}?other=${second.id}`}>Merge these records</Anchor>
    </p>
  )
}

function SimilarClientLine({ client }: { client: SimilarClient }) {
  const areaPath = useAreaPath()
  return (
    <>
      <Anchor id={`similar-${client.id}`} dir="auto" href={areaPath('clientDetails', client.id)}>
        {fullName(client)}
      </Anchor>
      {client.samePmi && <strong>same PMI</strong>}
      <span>born {longCalendarDate(client.dateOfBirth)}</span>
      <StatusBadge status={client.status} />
    </>
  )
}

type SamePersonDialogProps = {
  client: SimilarClient
  onUse: () => void
  onAdd: () => void
  onClose: () => void
}

/** Asks before adding a second record with the same PMI, or the same name and birth date. */
export function SamePersonDialog({ client, onUse, onAdd, onClose }: SamePersonDialogProps) {
  const about = useId()
  return (
    <Dialog
      open
      role="alertdialog"
      title="This person may already be on record"
      describedBy={about}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onAdd}>Add anyway</Button>
          <Button tone="primary" onClick={onUse}>
            Use this record
          </Button>
        </>
      }
    >
      <div id={about}>
        <p>A client with the same {client.samePmi ? 'PMI' : 'name and date of birth'} exists:</p>
        <p>
          <AboutClient client={client} />
        </p>
      </div>
    </Dialog>
  )
}

/** The client with this PMI, or with this name and birth date; undefined if there is none or it can't be loaded. */
export async function findSamePerson(
  queries: QueryClient,
  person: SimilarTo,
): Promise<SimilarClient | undefined> {
  const found = await queries.fetchQuery(clientQueries.similar(person)).catch(() => [])
  const isSame = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true })
  return found.find((client) => client.samePmi || isSame.compare(fullName(client), fullName(person)) === 0)
}

const personSchema = z.extend(
  z.pick(clientFormSchema, { firstName: true, lastName: true, dateOfBirth: true }),
  // Wrong while it is being typed.
  { pmi: z.catch(clientFormSchema.shape.pmi, null) },
)

/** The person in the form, once names and birth date are valid and typing has paused. */
function usePerson({ values }: ClientFormState): SimilarTo | undefined {
  const [person, setPerson] = useState<SimilarTo>()
  const { firstName, lastName, dateOfBirth, pmi } = values
  useEffect(() => {
    const timer = setTimeout(
      () => setPerson(personSchema.safeParse({ firstName, lastName, dateOfBirth, pmi }).data),
      typingPause,
    )
    return () => clearTimeout(timer)
  }, [firstName, lastName, dateOfBirth, pmi])
  return person
}
