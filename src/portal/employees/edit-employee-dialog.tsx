import type { Employee } from '#contract/employees/schema.ts'
import { writtenPhone } from '#contract/phone-number.ts'
import { EditDialog } from '#portal/record-form/edit-dialog.tsx'
import { RecordForm } from '#portal/record-form/record-form.tsx'
import { useRecordForm } from '#portal/record-form/use-record-form.ts'
import { longCalendarDate } from '#portal/screen/dates.ts'
import { useSession } from '#portal/session/use-session.ts'
import { ContactFields, PersonFields } from './employee-fields.tsx'
import { baseOf, type EditedPerson, editSchemaFor, isRequired, type PersonField } from './employee-values.ts'
import { useEditEmployee } from './queries.ts'
import { fieldErrorsOf, refusalOf } from './refusal.ts'
import { employeeScreenWording } from './wording.ts'

const { editDialog: wording, fields } = employeeScreenWording

type EditEmployeeDialogProps = { employee: Employee; onClose: () => void; onSaved: () => void }

/** docs/product.md 38. */
export function EditEmployeeDialog({ employee, onClose, onSaved }: EditEmployeeDialogProps) {
  const edit = useEditEmployee(employee)
  const opened = baseOf(employee)
  const form = useRecordForm<PersonField, EditedPerson, Employee>({
    subject: { kind: 'edit-employee', employeeId: employee.id },
    opened,
    schemaFor: editSchemaFor,
    // §7: the whole employee is sent, with the edits in it.
    save: (values, version) => edit.mutateAsync({ ...employee, ...values, version }),
    onSaved,
    baseOf,
    refusalOf: (error) => refusalOf('edit', error),
    fieldErrorsOf,
    onceSaved: 'locked',
  })
  const emailHint = useEmailHint(employee)
  const isAsked = (field: PersonField) => isRequired(field, opened.values)

  return (
    <EditDialog title={wording.title} form={form} onClose={onClose}>
      {(formId) => (
        <RecordForm form={form} id={formId} plain labels={fields} shown={shownValue}>
          <PersonFields form={form} required={isAsked} />
          <ContactFields form={form} required={isAsked} emailHint={emailHint} />
        </RecordForm>
      )}
    </EditDialog>
  )
}

function shownValue(field: PersonField, value: string): string {
  if (field === 'phone') return writtenPhone(value)
  return field === 'dob' ? longCalendarDate(value) : value
}

/** Decision 38: what a changed address brings about. */
function useEmailHint({ id, hasPassword }: Employee): string {
  const { sub } = useSession()
  if (id === sub) return wording.ownEmail
  return hasPassword ? wording.emailWithPassword : wording.emailWithoutPassword
}
