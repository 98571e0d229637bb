import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Role } from '#contract/access/roles.ts'
import type { ClientRecord, ClientRecordKind, ClientRecordName } from '#contract/client-records/schema.ts'
import type { FieldValue, RecordFields } from '#contract/record-field.ts'
import { call } from '#portal/calls/call.ts'
import type { DraftForm } from '#portal/drafts/drafts.ts'
import { acceptIfAlreadySaved } from '#portal/form/conflicts.ts'
import { formValues } from '#portal/form/field-values.tsx'
import type { SendOnce } from '#portal/form/form-draft.ts'
import { type FormValues, hasSameValues } from '#portal/form/form-values.ts'
import type { RecordFormState } from '#portal/form/use-record-form.ts'
import { refresh } from '#portal/query-client.ts'
import type { Session } from '#portal/session/stored-session.ts'
import type { Description } from '#ui/description-list.tsx'

export type RecordValues = Record<string, FieldValue | undefined>

/** A kind of client record: its calls derive from its name, its form from its fields (docs/decisions/0069). */
export interface RecordKind<Row extends ClientRecord> {
  name: ClientRecordName
  kind: ClientRecordKind
  /** In the order of the form. */
  fields: RecordFields
  /** 'signed document', in titles and messages. */
  one: string
  /** What the form of a new one starts with. */
  newValues?(session: Session): RecordValues
  /** Whether the form has this field; by default it has all. */
  hasField?(name: string, record: Row | undefined, form: { role: Role; values: FormValues<string> }): boolean
  /** Below a field: a button that fills it in. */
  after?(name: string, form: RecordFormState<string>): ReactNode
  /** Whether it can't be edited any more. */
  isClosed?(record: Row, role: Role): boolean
  /** What an earlier version shows besides the fields. */
  facts?(version: Row): Description[]
}

/** Of an edit or, without a record, of a new one. */
export function draftFormOf<Row extends ClientRecord>(
  { kind }: RecordKind<Row>,
  clientId: string,
  record?: Row | undefined,
): DraftForm {
  return record ? `edit-${kind}:${clientId}:${record.id}` : `${kind}:${clientId}`
}

/** All kinds have the same calls; what a call takes and returns is the kind's own. */
const callByName = call as unknown as (
  name: string,
  request: object,
  options?: { signal?: AbortSignal; idempotencyKey?: string },
) => Promise<unknown>

export const recordQueries = {
  ofClient: <Row extends ClientRecord>(
    { name }: Pick<RecordKind<Row>, 'name'> & Partial<RecordKind<Row>>,
    clientId: string,
  ) =>
    queryOptions({
      queryKey: [name, clientId],
      queryFn: async ({ signal }) =>
        (await callByName(`GET /clients/:id/${name}`, { params: { id: clientId } }, { signal })) as Row[],
    }),

  /** A record before each of its changes, the newest first. */
  versions: <Row extends ClientRecord>({ name }: RecordKind<Row>, { id: recordId, clientId: id }: Row) =>
    queryOptions({
      queryKey: [name, 'versions', recordId],
      queryFn: async ({ signal }) => {
        const params = { id, recordId }
        return (await callByName(
          `GET /clients/:id/versions/${name}/:recordId`,
          { params },
          { signal },
        )) as Row[]
      },
    }),
}

interface RecordChange {
  values: RecordValues
  /** The one that was edited. */
  version: number | undefined
  once: SendOnce
}

/** Edits a record or, without one, adds one. */
export function useSaveRecord<Row extends ClientRecord>(
  { name, fields }: RecordKind<Row>,
  clientId: string,
  record: Row | undefined,
) {
  const queries = useQueryClient()

  function add({ values, once }: RecordChange) {
    const request = { params: { id: clientId }, body: values }
    return once((idempotencyKey) => callByName(`POST /clients/:id/${name}`, request, { idempotencyKey }))
  }

  function edit({ id }: Row, { values, version }: RecordChange) {
    const edited = callByName(`PUT /${name}/:id`, { params: { id }, body: { ...values, version } })
    return acceptIfAlreadySaved(edited as Promise<RecordValues>, (newer) =>
      hasSameValues(formValues(fields, newer), formValues(fields, values)),
    )
  }

  return useMutation({
    mutationFn: async (change: RecordChange) => (record ? await edit(record, change) : await add(change)),
    onSettled(_, error) {
      // An edit that fails may have met a newer record.
      if (!error || record) void refresh(queries, { queryKey: [name] })
    },
  })
}
