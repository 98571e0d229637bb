import type { Role } from '#contract/access/roles.ts'
import type { Employee, EmployeeForm } from '#contract/employees/schema.ts'
import { ChoiceField, FieldGroup, SubmitButton } from '#portal/record-form/form-controls.tsx'
import { RecordForm } from '#portal/record-form/record-form.tsx'
import { type RecordFormState, useRecordForm } from '#portal/record-form/use-record-form.ts'
import { scrollToTop } from '#portal/screen/arrival-focus.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { ContactFields, PersonFields } from './employee-fields.tsx'
import { newEmployee, newEmployeeSchema, type PersonField } from './employee-values.ts'
import { useAddEmployee } from './queries.ts'
import { creationRefusal, fieldErrorsOf } from './refusal.ts'
import { roleOptions } from './role-options.ts'
import { employeeScreenWording } from './wording.ts'

const { add: wording, fields, roleMeans } = employeeScreenWording

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

/** Says what the chosen role may do. */
function RoleField({ form }: { form: RecordFormState<PersonField | 'role'> }) {
  return (
    <ChoiceField
      form={form}
      name="role"
      className="record-form-wide"
      label={fields.role}
      hint={roleMeans[form.watch('role') as Role]}
      options={roleOptions}
    />
  )
}
