import { describe, expect, it } from 'vitest'
import { CallFailure } from '#portal/calls/call-failure.ts'
import { creationFailure, failureMessage, fieldErrorsOf } from '#portal/employees/employee-actions.ts'
import {
  editSchemaFor,
  isRequired,
  newEmployee,
  newEmployeeSchema,
  roleOptions,
} from '#portal/employees/employee-values.ts'

const amina = {
  firstName: 'Amina',
  lastName: 'Warsame',
  dob: '1991-09-30',
  email: 'amina@example.org',
  phone: '6125550117',
  address: '810 Lake Street E',
  title: '',
}
const superAdmin = { ...amina, dob: '', phone: '', address: '' }

type Schema = typeof newEmployeeSchema | ReturnType<typeof editSchemaFor>
const wrongIn = (schema: Schema, values: object) =>
  schema.safeParse(values).error?.issues.map(({ path, message }) => `${path}: ${message}`) ?? []

describe('the form of a new employee', () => {
  it('requires every field, and starts with the role manager [T108]', () => {
    expect(newEmployee.role).toBe('manager')
    const wrong = wrongIn(newEmployeeSchema, newEmployee).map((mistake) => mistake.split(':')[0])
    expect(new Set(wrong)).toEqual(new Set(['firstName', 'lastName', 'dob', 'email', 'phone', 'address']))
  })

  it('offers the four roles, with the values that the server knows [T135]', () => {
    expect(roleOptions).toEqual([
      { value: 'manager', label: 'Manager' },
      { value: 'admin', label: 'Admin' },
      { value: 'super-admin', label: 'Super Admin' },
      { value: 'employee', label: 'Employee' },
    ])
  })

  it('accepts a formatted phone number of exactly 10 digits [T167]', () => {
    const withPhone = (phone: string) => newEmployeeSchema.safeParse({ ...amina, role: 'employee', phone })
    expect(withPhone('+1 (612) 555-0117').data?.phone).toBe('6125550117')
    expect(withPhone('612555011').success).toBe(false)
    expect(withPhone('61255501177').success).toBe(false)
  })
})

describe('the edit of an employee', () => {
  it('allows an edit to leave fields empty that are empty in the record, and no others', () => {
    expect(wrongIn(editSchemaFor(superAdmin), superAdmin)).toEqual([])
    expect(wrongIn(editSchemaFor(amina), superAdmin)).toEqual([
      'dob: Date of birth is required',
      'phone: Enter a phone number of exactly 10 digits',
      'address: Address is required',
    ])
    expect(wrongIn(editSchemaFor(superAdmin), { ...superAdmin, phone: '12' })).toHaveLength(1)
    expect(isRequired('phone', superAdmin)).toBe(false)
    expect(isRequired('phone', amina)).toBe(true)
    expect(isRequired('email', superAdmin)).toBe(true)
  })
})

describe('an error', () => {
  const failure = (code: string, message = 'The reason.') => new CallFailure({ code, message }, 400, true)

  it('shows the specified text, and then the reason [T161]', () => {
    expect(failureMessage('edit', failure('busy'))).toMatchObject({
      title: 'Update failed. Please try again.',
      detail: 'The reason.',
    })
    expect(failureMessage('changeRole', failure('last-super-admin')).title).toBe('Failed to update role.')
    expect(failureMessage('remove', failure('busy')).title).toBe('Failed to delete employee.')
    expect(failureMessage('resend', failure('busy')).title).toBe('Failed to resend email.')
    expect(creationFailure(failure('busy'))).toMatchObject({
      title: 'Error creating employee. Please try again.',
      detail: 'The reason.',
    })
  })

  it('shows a message of its own to a role without the permission [T140]', () => {
    const messages = (['edit', 'changeRole', 'remove', 'resend'] as const).map(
      (action) => failureMessage(action, failure('not-allowed')).title,
    )
    expect(messages).toEqual([
      'Only super admins can update employee data.',
      'Only super admins can change roles.',
      'Only super admins can delete employees.',
      'Only super admins can resend setup emails.',
    ])
  })

  it('shows an email that is taken as the only message, and at its field', () => {
    const taken = failure('email-taken', 'An employee with this email already exists.')
    expect(creationFailure(taken)).toEqual({
      tone: 'danger',
      title: 'An employee with this email already exists.',
    })
    expect(fieldErrorsOf(taken)).toEqual({ email: 'An employee with this email already exists.' })
  })
})
