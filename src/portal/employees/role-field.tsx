import type { Role } from '#contract/access/roles.ts'
import { ChoiceField } from '#portal/record-form/form-controls.tsx'
import type { RecordFormState } from '#portal/record-form/use-record-form.ts'
import type { PersonField } from './employee-values.ts'
import { roleOptions } from './role-options.ts'
import { employeeScreenWording } from './wording.ts'

const { fields, roleMeans } = employeeScreenWording

/** Says what the chosen role may do. */
export function RoleField({ form }: { form: RecordFormState<PersonField | 'role'> }) {
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
