import type { Employee, EmployeeForm } from '#contract/employees/schema.ts'
import { FieldGroup, SubmitButton } from '#portal/record-form/form-controls.tsx'
import { RecordForm } from '#portal/record-form/record-form.tsx'
import { useRecordForm } from '#portal/record-form/use-record-form.ts'
import { scrollToTop } from '#portal/screen/arrival-focus.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { ContactFields, PersonFields } from './employee-fields.tsx'
import { newEmployee, newEmployeeSchema, type PersonField } from './employee-values.ts'
import { useAddEmployee } from './queries.ts'
import { creationRefusal, fieldErrorsOf } from './refusal.ts'
import { RoleField } from './role-field.tsx'
import { employeeScreenWording } from './wording.ts'

const { add: wording, fields } = employeeScreenWording

type NewEmployeeFormProps = { onSubmit: () => void; onCreated: (employee: Employee) => void }

export function NewEmployeeForm({ onSubmit, onCreated }: NewEmployeeFormProps) {
  const adding = useAddEmployee()
  const form = useRecordForm<PersonField | 'role', EmployeeForm>({
    subject: { kind: 'new-employee' },
    opened: { values: newEmployee },
    schemaFor: () => newEmployeeSchema,
    async save(values) {
      onSubmit()
      onCreated(await adding.mutateAsync(values))
    },
    // What was created is said above the form, which begins anew.
    onSaved: scrollToTop,
    refusalOf: creationRefusal,
    fieldErrorsOf,
    onceSaved: 'begins-anew',
  })
  return (
    <RecordForm
      form={form}
      labels={fields}
      buttons={
        <FormActions>
          <SubmitButton form={form} label={wording.submit} />
        </FormActions>
      }
    >
      <PersonFields form={form} required={() => true} />
      <ContactFields form={form} required={() => true} emailHint={wording.emailHint} />
      <FieldGroup legend={wording.access}>
        <RoleField form={form} />
      </FieldGroup>
    </RecordForm>
  )
}
