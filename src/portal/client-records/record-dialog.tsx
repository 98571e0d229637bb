import { useState } from 'react'
import * as z from 'zod/mini'
import type { ClientRecord } from '#contract/client-records/schema.ts'
import { inputShape } from '#contract/field-schemas.ts'
import { namesOf, type RecordField } from '#contract/record-field.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { AboutOpenClient } from '#portal/clients/about-client.tsx'
import type { PageDraft } from '#portal/drafts/drafts.ts'
import { formValues } from '#portal/form/field-values.tsx'
import { RecordInput } from '#portal/form/form-controls.tsx'
import { formShape } from '#portal/form/form-schema.ts'
import { DraftDialog, EditDialog, RecordForm } from '#portal/form/record-form.tsx'
import { type RecordFormState, useRecordForm } from '#portal/form/use-record-form.ts'
import { useSession } from '#portal/session/use-session.ts'
import { useWorkerOptions } from '#portal/workers/workers.tsx'
import { useToast } from '#ui/toast.tsx'
import { draftFormOf, type RecordKind, type RecordValues, useSaveRecord } from './queries.ts'

type RecordDialogProps<Row extends ClientRecord> = {
  kind: RecordKind<Row>
  clientId: string
  /** The record to edit; without one, a new one is added. */
  record: Row | undefined
  onClose: () => void
}

/** Adds or edits a record of a client. */
export function RecordDialog<Row extends ClientRecord>(props: RecordDialogProps<Row>) {
  const { kind, clientId, record, onClose } = props
  const title = `${record ? 'Edit' : 'Add'} ${kind.one}`
  return (
    <DraftDialog form={draftFormOf(kind, clientId, record)} title={title} onClose={onClose}>
      {(draft, close) => <DraftedRecord {...props} title={title} draft={draft} onClose={close} />}
    </DraftDialog>
  )
}

type DraftedRecordProps<Row extends ClientRecord> = RecordDialogProps<Row> & {
  title: string
  draft: PageDraft
}

function DraftedRecord<Row extends ClientRecord>(props: DraftedRecordProps<Row>) {
  const { kind, clientId, record, title, draft, onClose } = props
  const { fields, one } = kind
  const session = useSession()
  const { mutateAsync: save } = useSaveRecord(kind, clientId, record)
  const toast = useToast()
  const [schema] = useState(() => z.object(formShape(fields, inputShape(fields))))
  const done = record ? 'saved' : 'added'
  const baseOf = (row: Row) => ({
    values: formValues(fields, row as unknown as RecordValues),
    version: row.version,
  })
  const form = useRecordForm<string, RecordValues, Row>({
    draft,
    opened: record ? baseOf(record) : { values: formValues(fields, kind.newValues?.(session)) },
    schemaFor: () => schema as z.ZodMiniType<RecordValues>,
    save: (values, version, once) => save({ values, version, once }),
    onSaved() {
      toast({ text: record ? 'Saved.' : `${one.slice(0, 1).toUpperCase()}${one.slice(1)} added.` })
      onClose()
    },
    baseOf,
    formErrorOf: (error) => ({
      title: `The ${one} was not ${done}.`,
      detail: errorMessage(error, { 'not-found': 'The client has been deleted.' }),
    }),
    afterSave: 'locked',
  })
  const { role } = session
  const names = namesOf(fields).filter(
    (name) => kind.hasField?.(name, record, { role, values: form.values }) ?? true,
  )
  const about = <AboutOpenClient clientId={clientId} />
  return (
    <EditDialog title={title} label={record ? 'Save' : 'Add'} form={form} onClose={onClose}>
      {(formId) => (
        <>
          <p>{about}</p>
          <RecordForm form={form} id={formId} about={about} fields={fields}>
            <div className="record-form-fields">
              {names.map((name) => {
                const field = fields[name] as RecordField
                const input = { form, name, field, after: kind.after?.(name, form) }
                return field.kind === 'employee' ? (
                  <WorkerInput key={name} {...input} record={record} />
                ) : (
                  <RecordInput key={name} {...input} />
                )
              })}
            </div>
          </RecordForm>
        </>
      )}
    </EditDialog>
  )
}

type WorkerInputProps = {
  form: RecordFormState<string>
  name: string
  field: RecordField
  record: ClientRecord | undefined
}

/** Whoever is named in the record stays a choice, even after they have left; a new one starts with oneself. */
function WorkerInput({ record, ...input }: WorkerInputProps) {
  const { sub, name: ownName } = useSession()
  const { [input.name]: id, [`${input.name}Name`]: name } = (record ?? {
    [input.name]: sub,
    [`${input.name}Name`]: ownName,
  }) as unknown as Record<string, string | null>
  const workers = useWorkerOptions(id && name ? { id, name } : undefined)
  return <RecordInput {...input} options={[{ value: '', label: 'Unassigned' }, ...workers]} />
}
