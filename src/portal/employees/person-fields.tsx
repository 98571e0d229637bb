import type { ReactNode } from 'react'
import { FieldGroup, FormFields, type FormFieldsProps } from '#portal/form/form-controls.tsx'
import { type PersonField, personFields } from './employee-values.ts'
import { employeeScreenWording } from './wording.ts'

const { groups } = employeeScreenWording

type PersonFieldsProps = Pick<FormFieldsProps<typeof personFields, PersonField>, 'form' | 'isRequired'> & {
  emailHint: ReactNode
  /** Further fields about the person. */
  children?: ReactNode
}

/** Name and contact information, of a new employee and of one who is edited. */
export function PersonFields({ emailHint, children, ...props }: PersonFieldsProps) {
  return (
    <>
      <FieldGroup legend={groups.person}>
        <FormFields {...props} fields={personFields} group="person" />
        {children}
      </FieldGroup>
      <FieldGroup legend={groups.contact}>
        <FormFields {...props} fields={personFields} group="contact" hints={{ email: emailHint }} />
      </FieldGroup>
    </>
  )
}
