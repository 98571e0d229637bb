import * as z from 'zod/mini'
import { employeeFields } from '#contract/employees/fields.ts'
import {
  type Employee,
  employeeEdit,
  employeeFieldErrors,
  employeeForm,
  emptiedFieldErrors,
} from '#contract/employees/schema.ts'
import { phoneDigits } from '#portal/form/form-controls.tsx'
import { type FormBase, type FormValues, fieldsOf } from '#portal/form/form-values.ts'
import { today } from '#portal/screen/dates.ts'

/** In the order of the forms. */
const emptyPerson = { firstName: '', lastName: '', dob: '', email: '', phone: '', address: '' }

export type PersonField = keyof typeof emptyPerson
type PersonValues = FormValues<PersonField>

/** docs/product.md 1: the role defaults to manager. */
export const newEmployee: FormValues<PersonField | 'role'> = { ...emptyPerson, role: 'manager' }

/** What an edit starts with. */
export function baseOf(employee: Employee): FormBase<PersonField> {
  const values = fieldsOf(emptyPerson).map((field) => [field, employee[field] ?? ''])
  return { values: Object.fromEntries(values), version: employee.version }
}

/** docs/product.md 15: the rule about today's date, at its own field. */
const notInFuture = z.refine<string | null>(
  (dob) => !employeeFieldErrors({ dob }, today()).dob,
  employeeFields.dob.inFuture,
)

export const newEmployeeSchema = z.extend(employeeForm, {
  dob: employeeForm.shape.dob.check(notInFuture),
  phone: z.pipe(phoneDigits, employeeForm.shape.phone),
})

/** docs/product.md 38: an empty field may stay empty; a filled one can't be emptied. */
export function editSchemaFor(before: PersonValues) {
  const staysFilled = (field: 'dob' | 'phone' | 'address') =>
    z.refine<string | null>(
      (value) => !emptiedFieldErrors(before, { ...before, [field]: value })[field],
      employeeFields[field].required,
    )
  return z.extend(z.omit(employeeEdit, { version: true }), {
    dob: employeeEdit.shape.dob.check(notInFuture, staysFilled('dob')),
    phone: z.pipe(phoneDigits, employeeEdit.shape.phone.check(staysFilled('phone'))),
    address: employeeEdit.shape.address.check(staysFilled('address')),
  })
}

export type EditedPerson = z.output<ReturnType<typeof editSchemaFor>>

/** Whether an edit of these values requires the field. */
export function isRequired(field: PersonField, before: PersonValues): boolean {
  return !editSchemaFor(before).shape[field].safeParse('').success
}
