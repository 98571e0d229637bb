import * as z from 'zod/mini'
import { can } from '#contract/access/permissions.ts'
import { inputShape } from '#contract/field-schemas.ts'
import type { Paper } from '#contract/papers/endpoints.ts'
import { paperFields } from '#contract/papers/fields.ts'
import { type NameOf, namesOf } from '#contract/record-field.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { AboutOpenClient } from '#portal/clients/about-client.tsx'
import type { PageDraft } from '#portal/drafts/drafts.ts'
import { formValues } from '#portal/form/field-values.tsx'
import { RecordInput } from '#portal/form/form-controls.tsx'
import { formShape } from '#portal/form/form-schema.ts'
import { DraftDialog, EditDialog, RecordForm } from '#portal/form/record-form.tsx'
import { useRecordForm } from '#portal/form/use-record-form.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'
import { useAddPaper, useEditPaper } from './queries.ts'

type PaperField = NameOf<typeof paperFields>

const schema = z.object(formShape(paperFields, inputShape(paperFields)))

type PaperValues = z.output<typeof schema>

const baseOf = (paper: Paper) => ({ values: formValues(paperFields, paper), version: paper.version })

type PaperDialogProps = {
  clientId: string
  /** The one that is edited; otherwise one is added. */
  paper?: Paper | undefined
  onClose: () => void
}

export function PaperDialog(props: PaperDialogProps) {
  const { clientId, paper, onClose } = props
  const form = paper ? (`edit-paper:${clientId}:${paper.id}` as const) : (`paper:${clientId}` as const)
  return (
    <DraftDialog form={form} title={titleOf(paper)} onClose={onClose}>
      {(draft, close) => <DraftedPaper {...props} draft={draft} onClose={close} />}
    </DraftDialog>
  )
}

const titleOf = (paper?: Paper) => (paper ? 'Edit document' : 'Add document')

function DraftedPaper({ clientId, paper, draft, onClose }: PaperDialogProps & { draft: PageDraft }) {
  const { role } = useSession()
  const { mutateAsync: add } = useAddPaper(clientId)
  const { mutateAsync: edit } = useEditPaper(paper?.id ?? '')
  const toast = useToast()
  const form = useRecordForm<PaperField, PaperValues, Paper>({
    draft,
    opened: paper ? baseOf(paper) : { values: formValues(paperFields) },
    schemaFor: () => schema,
    save: (values, version, once) => (paper ? edit({ ...values, version }) : add({ values, once })),
    onSaved() {
      toast({ text: paper ? 'Document saved.' : 'Document added.' })
      onClose()
    },
    baseOf,
    formErrorOf: (error) => ({
      title: paper ? 'The document was not saved.' : 'The document was not added.',
      detail: errorMessage(error, { 'not-found': 'The client has been deleted.' }),
    }),
    afterSave: 'locked',
  })
  const mayRevoke = paper && can(role, 'papers:revoke')
  const about = <AboutOpenClient clientId={clientId} />
  return (
    <EditDialog title={titleOf(paper)} label={paper ? 'Save' : 'Add'} form={form} onClose={onClose}>
      {(formId) => (
        <>
          <p>{about}</p>
          <RecordForm form={form} id={formId} about={about} fields={paperFields}>
            <div className="record-form-fields">
              {namesOf(paperFields).map(
                (name) =>
                  (name !== 'revokedOn' || mayRevoke) && (
                    <RecordInput
                      key={name}
                      form={form}
                      name={name}
                      field={paperFields[name]}
                      beside={name === 'expiresOn' && <OneYear form={form} />}
                    />
                  ),
              )}
            </div>
          </RecordForm>
        </>
      )}
    </EditDialog>
  )
}

/** A release is valid for a year at most (Minnesota Statutes, section 13.05, subdivision 4); nothing fills it in by itself. */
function OneYear({ form }: { form: ReturnType<typeof useRecordForm<PaperField, PaperValues, Paper>> }) {
  const { kind, signedOn } = form.values
  if (kind !== 'release' || !/^\d{4}-/.test(signedOn)) return null
  return (
    <Button small tone="quiet" onClick={() => form.setValue('expiresOn', yearAfter(signedOn))}>
      One year
    </Button>
  )
}

/** '2026-03-05' → '2027-03-05', and '2028-02-29' → '2029-02-28'. */
function yearAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() + 1)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date.toISOString().slice(0, 10)
}
