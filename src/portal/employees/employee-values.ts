import * as z from 'zod/mini'
import { mayUsePassword } from '#contract/access/passwords.ts'
import type { Role } from '#contract/access/roles.ts'
import { employeeFields } from '#contract/employees/fields.ts'
import { employeeEdit, employeeForm, emptiedFieldErrors } from '#contract/employees/form.ts'
import type { Employee } from '#contract/employees/schema.ts'
import type { NameOf } from '#contract/record-field.ts'
import { formValues } from '#portal/form/field-values.tsx'
import { formShape } from '#portal/form/form-schema.ts'
import type { FormBase, FormValues } from '#portal/form/form-values.ts'
import { metaContent } from '#portal/screen/page-meta.ts'

/** The role has a call of its own. */
const { role: _, ...personFields } = employeeFields

export { personFields }

export type PersonField = NameOf<typeof personFields>
type PersonValues = FormValues<PersonField>

/** Whether the passwords of a role work, by the setting PASSWORDS. */
export const usesPassword = (role: Role): boolean =>
  mayUsePassword(role, metaContent('passwords') === 'super-admins' ? 'super-admins' : 'everyone')

/** docs/product.md 1: the role defaults to manager. */
export const newEmployee: FormValues<PersonField | 'role'> = { ...formValues(personFields), role: 'manager' }

/** What an edit starts with. */
export function baseOf(employee: Employee): FormBase<PersonField> {
  return { values: formValues(personFields, employee), version: employee.version }
}

export const newEmployeeSchema = z.object(formShape(employeeFields, employeeForm.shape))

/** docs/product.md 38: an empty field may stay empty; a filled one can't be emptied. */
export function editSchemaFor(before: PersonValues) {
  const staysFilled = (field: 'dob' | 'phone' | 'address') =>
    z.refine<string | null>(
      (value) => !emptiedFieldErrors(before, { ...before, [field]: value })[field],
      employeeFields[field].required,
    )
  const { version, ...shape } = employeeEdit.shape
  return z.object(
    formShape(personFields, {
      ...shape,
      dob: shape.dob.check(staysFilled('dob')),
      phone: shape.phone.check(staysFilled('phone')),
      address: shape.address.check(staysFilled('address')),
    }),
  )
}

export type EditedPerson = z.output<ReturnType<typeof editSchemaFor>>

/** Whether an edit of these values requires the field. */
export function isRequired(field: PersonField, before: PersonValues): boolean {
  return !editSchemaFor(before).shape[field].safeParse('').success
}

/** In the order of docs/product.md 1. */
export const roleOptions = (Object.entries(employeeFields.role.choices) as [Role, string][]).map(
  ([value, label]) => ({ value, label }),
)
