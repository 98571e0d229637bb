import './similar-clients.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import type { SimilarClient } from '#contract/clients/schema.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { longCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Banner } from '#ui/banner.tsx'
import { type ClientFormState, clientFormSchema } from './client-form.tsx'
import { clientQueries, type SimilarTo } from './queries.ts'
import { StatusBadge } from './status-badge.tsx'

/** Milliseconds without typing before the request. */
const typingPause = 400

/** A hint that the client may already be on record; never prevents adding one. */
export function SimilarClients({ form }: { form: ClientFormState }) {
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
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  )
}

function SimilarClientLine({ client }: { client: SimilarClient }) {
  const areaPath = useAreaPath()
  return (
    <>
      <Anchor id={`similar-${client.id}`} dir="auto" href={areaPath('clientDetails', client.id)}>
        {fullName(client)}
      </Anchor>
      <span>born {longCalendarDate(client.dateOfBirth)}</span>
      <StatusBadge status={client.status} />
    </>
  )
}

const personSchema = z.pick(clientFormSchema, { firstName: true, lastName: true, dateOfBirth: true })

/** The person in the form, once names and birth date are valid and typing has paused. */
function usePerson({ watch }: ClientFormState): SimilarTo | undefined {
  const [person, setPerson] = useState<SimilarTo>()
  const firstName = watch('firstName')
  const lastName = watch('lastName')
  const dateOfBirth = watch('dateOfBirth')
  useEffect(() => {
    const timer = setTimeout(
      () => setPerson(personSchema.safeParse({ firstName, lastName, dateOfBirth }).data),
      typingPause,
    )
    return () => clearTimeout(timer)
  }, [firstName, lastName, dateOfBirth])
  return person
}
