import type { Employee } from '#contract/employees/schema.ts'
import type { PageDraft } from '#portal/drafts/drafts.ts'
import { RecordInput } from '#portal/form/form-controls.tsx'
import { DraftDialog, EditDialog, RecordForm } from '#portal/form/record-form.tsx'
import { useRecordForm } from '#portal/form/use-record-form.ts'
import { fullName, Person } from '#portal/screen/person.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { failureMessage, fieldErrorsOf } from './employee-actions.ts'
import {
  baseOf,
  type EditedPerson,
  editSchemaFor,
  isRequired,
  type PersonField,
  personFields,
} from './employee-values.ts'
import { PersonFields } from './person-fields.tsx'
import { useEditEmployee } from './queries.ts'

type EditEmployeeDialogProps = { employee: Employee; onClose: () => void; onSaved: () => void }

const title = 'Edit Employee'

/** docs/product.md 38. */
export function EditEmployeeDialog(props: EditEmployeeDialogProps) {
  return (
    <DraftDialog form={`edit-employee:${props.employee.id}`} title={title} onClose={props.onClose}>
      {(draft, onClose) => <EditEmployee {...props} draft={draft} onClose={onClose} />}
    </DraftDialog>
  )
}

type EditEmployeeProps = EditEmployeeDialogProps & { draft: PageDraft }

function EditEmployee({ employee, draft, onClose, onSaved }: EditEmployeeProps) {
  const edit = useEditEmployee(employee)
  const opened = baseOf(employee)
  const form = useRecordForm<PersonField, EditedPerson, Employee>({
    draft,
    opened,
    schemaFor: editSchemaFor,
    // The whole employee is sent (docs/specification.md §7).
    save: (values, version) => edit.mutateAsync({ ...employee, ...values, version }),
    onSaved() {
      onClose()
      onSaved()
    },
    baseOf,
    formErrorOf: (error) => failureMessage('edit', error),
    fieldErrorsOf,
    afterSave: 'locked',
  })
  const emailHint = useEmailHint(employee)
  const mustBeFilledIn = (field: PersonField) => isRequired(field, opened.values)
  const about = <Person name={fullName(employee)} email={employee.email} />

  return (
    <EditDialog title={title} form={form} onClose={onClose}>
      {(formId) => (
        <>
          <p>{about}</p>
          <RecordForm form={form} id={formId} about={about} fields={personFields}>
            <PersonFields form={form} emailHint={emailHint} isRequired={mustBeFilledIn}>
              <RecordInput form={form} name="title" field={personFields.title} />
            </PersonFields>
          </RecordForm>
        </>
      )}
    </EditDialog>
  )
}

/** docs/product.md 38: the effect of a changed address. */
function useEmailHint({ id, hasPassword }: Employee): string {
  const { sub } = useSession()
  if (id === sub) return 'This is your own account. Changing the email signs you out.'
  return hasPassword
    ? 'Changing the email signs them out.'
    : 'A new setup email will be sent to the new address.'
}
