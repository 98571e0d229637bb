import { useQuery } from '@tanstack/react-query'
import { type FormEvent, Fragment, useId, useState } from 'react'
import type { Client } from '#contract/clients/schema.ts'
import type { FieldErrors } from '#contract/endpoint.ts'
import type { Paper } from '#contract/papers/endpoints.ts'
import { toSingleLine } from '#contract/plain-text.ts'
import { namesOf } from '#contract/record-field.ts'
import { type PacketPart, packetFields, packetParts } from '#contract/record-packet/fields.ts'
import { basisMissing, isReleased, isSameRecipient, validReleases } from '#contract/record-packet/rules.ts'
import { CallFailure } from '#portal/calls/call-failure.ts'
import { recordQueries } from '#portal/client-records/queries.ts'
import { AboutClient } from '#portal/clients/about-client.tsx'
import { allDays, endsBeforeItBegins } from '#portal/days/day-range.ts'
import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ExportStatus, useExport } from '#portal/downloads/export.tsx'
import { saveFile } from '#portal/downloads/files.ts'
import { FormDialog } from '#portal/form/form-dialog.tsx'
import { papers as paperKind } from '#portal/papers/papers-of-client.tsx'
import { longCalendarDate, shortCalendarDate, today } from '#portal/screen/dates.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { rewriteTyped } from '#ui/rewrite-typed.ts'
import { TextField } from '#ui/text-field.tsx'
import { usePacketDownload } from './queries.ts'
import './packet-dialog.css'

/** Says that every release to this recipient has ended; undefined if one holds, or if there is none. */
export function endedRelease(
  recipient: string,
  papers: readonly Pick<Paper, 'kind' | 'to' | 'expiresOn' | 'revokedOn'>[],
  day: string,
): string | undefined {
  const matching = papers.filter(({ kind, to }) => kind === 'release' && isSameRecipient(recipient, to))
  const ends = matching.map(({ revokedOn, expiresOn }) =>
    revokedOn
      ? { on: revokedOn, how: 'was revoked' }
      : expiresOn && expiresOn < day
        ? { on: expiresOn, how: 'expired' }
        : undefined,
  )
  const last = ends.toSorted((a, b) => (b?.on ?? '').localeCompare(a?.on ?? ''))[0]
  if (!last || ends.includes(undefined)) return undefined
  return `The release to this recipient ${last.how} on ${longCalendarDate(last.on)}.`
}

/** What each field says if it is empty; without a valid release there must be a basis. */
const missing = {
  recipient: packetFields.recipient.required,
  purpose: packetFields.purpose.required,
  basis: basisMissing,
}

const chosenAtFirst = namesOf(packetParts).filter((name) => name !== 'accesses')

export type PacketDialogProps = {
  client: Client
  onClose: () => void
}

/** What a packet is made of, and for whom. */
export function PacketDialog({ client, onClose }: PacketDialogProps) {
  const { data: papers, refetch } = useQuery(recordQueries.ofClient(paperKind, client.id))
  const [typed, setTyped] = useState({ recipient: '', purpose: '', basis: '' })
  const [days, setDays] = useState(allDays)
  const [chosen, setChosen] = useState<readonly PacketPart[]>(chosenAtFirst)
  const [errors, setErrors] = useState<FieldErrors>({})
  const downloadPacket = usePacketDownload(client.id)
  const exporting = useExport<'packet'>(async (_, { signal, show, setFailureMessage }) => {
    show('starting')
    setFailureMessage('The record packet could not be downloaded.')
    const include = Object.fromEntries(chosen.map((part) => [part, true]))
    const basis = asksForBasis ? typed.basis : null
    const file = await downloadPacket({ ...typed, basis, ...days, include }, signal).catch((error) => {
      if (error instanceof CallFailure) {
        setErrors(error.fields)
        // A release has been revoked meanwhile.
        if (error.fields.basis) void refetch()
      }
      throw error
    })
    signal.throwIfAborted()
    saveFile(file, `record-${client.id.slice(0, 8)}-${today()}.zip`)
    onClose()
    return 'The record packet is in your downloads.'
  })
  const isRunning = exporting.state.stage === 'running'
  const warning = endedRelease(typed.recipient, papers ?? [], today())
  const releases = validReleases(papers ?? [], today())
  const asksForBasis = papers
    ? (typed.recipient.trim() !== '' || releases.length === 0) &&
      !isReleased(typed.recipient, papers, today())
    : // Only the server knows the releases.
      errors.basis !== undefined
  const fields = namesOf(packetFields).filter((name) => name !== 'basis' || asksForBasis)

  function submit(event: FormEvent<HTMLFormElement>) {
    const empty = fields.filter((name) => typed[name].trim() === '')
    setErrors(Object.fromEntries(empty.map((name) => [name, missing[name]])))
    if (empty[0]) event.currentTarget.querySelector<HTMLElement>(`[name=${empty[0]}]`)?.focus()
    if (empty.length === 0 && !endsBeforeItBegins(days)) void exporting.start('packet')
  }

  return (
    <FormDialog
      title="Record packet"
      submitLabel={isRunning ? 'Preparing…' : 'Create packet'}
      icon="download"
      busy={isRunning}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>
        <AboutClient client={client} />
      </p>
      <p>
        The client’s record as files for someone outside the organization. Share only what the release or the
        law allows. Each packet is listed with its recipient.
      </p>
      {warning && <Banner tone="warning" title={warning} />}
      {fields.map((name) => (
        <Fragment key={name}>
          <TextField
            name={name}
            required
            label={packetFields[name].label}
            hint={packetFields[name].hint}
            maxLength={packetFields[name].max}
            dir="auto"
            value={typed[name]}
            error={errors[name]}
            onChange={({ currentTarget }) => {
              rewriteTyped(currentTarget, toSingleLine)
              setTyped({ ...typed, [name]: currentTarget.value })
            }}
          />
          {name === 'recipient' && releases.length > 0 && (
            <Releases
              releases={releases}
              recipient={typed.recipient}
              onChosen={(recipient) => setTyped({ ...typed, recipient })}
            />
          )}
        </Fragment>
      ))}
      <fieldset className="packet-period">
        <legend>Date range (leave blank for everything)</legend>
        <DayRangeFields days={days} onChosen={(change) => setDays({ ...days, ...change })} />
      </fieldset>
      <fieldset className="packet-parts">
        <legend>What to include</legend>
        {namesOf(packetParts).map((part) => (
          <CheckboxField
            key={part}
            label={packetParts[part]}
            checked={chosen.includes(part)}
            onChange={({ currentTarget: { checked } }) =>
              setChosen(checked ? [...chosen, part] : chosen.filter((name) => name !== part))
            }
          />
        ))}
      </fieldset>
      <ExportStatus exporting={exporting} preparing="Preparing the record packet…" />
    </FormDialog>
  )
}

type ReleasesProps = {
  releases: readonly (Paper & { to: string })[]
  recipient: string
  onChosen: (recipient: string) => void
}

/** To whom the client has released information, to choose from. */
function Releases({ releases, recipient, onChosen }: ReleasesProps) {
  const id = useId()
  return (
    <div>
      <p id={id} className="small-soft">
        Or choose a valid release:
      </p>
      <ul className="packet-releases" aria-labelledby={id}>
        {releases.map(({ id, to, signedOn, expiresOn }) => (
          <li key={id}>
            <Button
              small
              aria-pressed={isSameRecipient(recipient, to)}
              icon={isSameRecipient(recipient, to) ? 'check' : undefined}
              onClick={() => onChosen(to)}
            >
              <bdi>{to}</bdi>, signed {shortCalendarDate(signedOn)}
              {expiresOn && `, expires ${shortCalendarDate(expiresOn)}`}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
