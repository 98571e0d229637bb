import * as z from 'zod/mini'
import { employeeFields } from '#contract/employees/fields.ts'
import {
  type Employee,
  employeeEdit,
  employeeFieldErrors,
  employeeForm,
  emptiedFieldErrors,
} from '#contract/employees/schema.ts'
import { asDigits } from '#portal/record-form/as-digits.ts'
import { type FormBase, type FormValues, fieldsOf } from '#portal/record-form/form-values.ts'
import { today } from '#portal/screen/dates.ts'

/** In the order in which the forms ask for them. */
const nobody = { firstName: '', lastName: '', dob: '', email: '', phone: '', address: '' }

export type PersonField = keyof typeof nobody
type PersonValues = FormValues<PersonField>

/** Decision 1: the role defaults to manager. */
export const newEmployee: FormValues<PersonField | 'role'> = { ...nobody, role: 'manager' }

/** What an edit begins with. */
export function baseOf(employee: Employee): FormBase<PersonField> {
  const values = fieldsOf(nobody).map((field) => [field, employee[field] ?? ''])
  return { values: Object.fromEntries(values), version: employee.version }
}

/** Decision 15: the rule that needs the calendar, beside its own field. */
const notInFuture = z.refine<string | null>(
  (dob) => !employeeFieldErrors({ dob }, today()).dob,
  employeeFields.dob.inFuture,
)

/** Every field, as the contract has it. */
export const newEmployeeSchema = z.extend(employeeForm, {
  dob: employeeForm.shape.dob.check(notInFuture),
  phone: z.pipe(asDigits, employeeForm.shape.phone),
})

/** Decision 38: what is empty in the record may stay empty; what is filled in can't be emptied. */
export function editSchemaFor(before: PersonValues) {
  const staysFilled = (field: 'dob' | 'phone' | 'address') =>
    z.refine<string | null>(
      (value) => !emptiedFieldErrors(before, { ...before, [field]: value })[field],
      employeeFields[field].required,
    )
  return z.extend(z.omit(employeeEdit, { version: true }), {
    dob: employeeEdit.shape.dob.check(notInFuture, staysFilled('dob')),
    phone: z.pipe(asDigits, employeeEdit.shape.phone.check(staysFilled('phone'))),
    address: employeeEdit.shape.address.check(staysFilled('address')),
  })
}

export type EditedPerson = z.output<ReturnType<typeof editSchemaFor>>

/** Whether a field has to be filled in when the record began with these values. */
export function isRequired(field: PersonField, before: PersonValues): boolean {
  return !editSchemaFor(before).shape[field].safeParse('').success
}
