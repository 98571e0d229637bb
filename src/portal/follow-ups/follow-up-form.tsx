import * as z from 'zod/mini'
import { inputShape } from '#contract/field-schemas.ts'
import { followUpFields } from '#contract/follow-ups/fields.ts'
import type { FollowUp } from '#contract/follow-ups/schema.ts'
import type { NameOf } from '#contract/record-field.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { AboutOpenClient } from '#portal/clients/about-client.tsx'
import type { PageDraft } from '#portal/drafts/drafts.ts'
import { formValues } from '#portal/form/field-values.tsx'
import { RecordInput } from '#portal/form/form-controls.tsx'
import { formShape } from '#portal/form/form-schema.ts'
import { DraftDialog, EditDialog, RecordForm } from '#portal/form/record-form.tsx'
import { useRecordForm } from '#portal/form/use-record-form.ts'
import { useSession } from '#portal/session/use-session.ts'
import { useWorkerOptions } from '#portal/workers/workers.tsx'
import { useToast } from '#ui/toast.tsx'
import { type FollowUpValues, useAddFollowUp, useEditFollowUp } from './queries.ts'

type FollowUpField = NameOf<typeof followUpFields>

const schema = z.object(formShape(followUpFields, inputShape(followUpFields)))

const baseOf = (followUp: FollowUp) => ({
  values: formValues(followUpFields, followUp),
  version: followUp.version,
})

type FollowUpDialogProps = {
  clientId: string
  /** The follow-up to edit; without one, the form adds a new one. */
  followUp?: FollowUp | undefined
  onClose: () => void
}

export function FollowUpDialog(props: FollowUpDialogProps) {
  const { clientId, followUp, onClose } = props
  const form = followUp
    ? (`edit-follow-up:${clientId}:${followUp.id}` as const)
    : (`follow-up:${clientId}` as const)
  return (
    <DraftDialog form={form} title={titleOf(followUp)} onClose={onClose}>
      {(draft, close) => <DraftedFollowUp {...props} draft={draft} onClose={close} />}
    </DraftDialog>
  )
}

const titleOf = (followUp?: FollowUp) => (followUp ? 'Edit follow-up' : 'Add follow-up')

function DraftedFollowUp({ clientId, followUp, draft, onClose }: FollowUpDialogProps & { draft: PageDraft }) {
  const { sub, name: ownName } = useSession()
  const { mutateAsync: add } = useAddFollowUp(clientId)
  const { mutateAsync: edit } = useEditFollowUp(followUp?.id ?? '')
  const toast = useToast()
  const form = useRecordForm<FollowUpField, FollowUpValues, FollowUp>({
    draft,
    // One's own, unless someone else is chosen (docs/product.md 79).
    opened: followUp ? baseOf(followUp) : { values: formValues(followUpFields, { assignedTo: sub }) },
    schemaFor: () => schema,
    save: (values, version, once) => (followUp ? edit({ ...values, version }) : add({ values, once })),
    onSaved() {
      toast({ text: followUp ? 'Follow-up saved.' : 'Follow-up added.' })
      onClose()
    },
    baseOf,
    formErrorOf: (error) => ({
      title: followUp ? 'The follow-up was not saved.' : 'The follow-up was not added.',
      detail: errorMessage(error, { 'not-found': 'The client has been deleted.' }),
    }),
    afterSave: 'locked',
  })
  const { assignedTo, assignedToName } = followUp ?? { assignedTo: sub, assignedToName: ownName }
  const workers = useWorkerOptions(
    assignedTo && assignedToName ? { id: assignedTo, name: assignedToName } : undefined,
  )
  const about = <AboutOpenClient clientId={clientId} />
  return (
    <EditDialog title={titleOf(followUp)} label={followUp ? 'Save' : 'Add'} form={form} onClose={onClose}>
      {(formId) => (
        <>
          <p>{about}</p>
          <RecordForm form={form} id={formId} about={about} fields={followUpFields}>
            <div className="record-form-fields">
              <RecordInput form={form} name="what" field={followUpFields.what} />
              <RecordInput form={form} name="on" field={followUpFields.on} />
              <RecordInput
                form={form}
                name="assignedTo"
                field={followUpFields.assignedTo}
                options={[{ value: '', label: 'Unassigned' }, ...workers]}
              />
            </div>
          </RecordForm>
        </>
      )}
    </EditDialog>
  )
}
