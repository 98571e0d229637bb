import type { ReactNode } from 'react'
import { FieldGroup, FormFields, type FormFieldsProps } from '#portal/form/form-controls.tsx'
import { type PersonField, personFields } from './employee-values.ts'

type PersonFieldsProps = Pick<FormFieldsProps<typeof personFields, PersonField>, 'form' | 'isRequired'> & {
  emailHint: ReactNode
  /** Further fields about the person. */
  children?: ReactNode
}

/** Name and contact information, of a new employee and of one who is edited. */
export function PersonFields({ emailHint, children, ...props }: PersonFieldsProps) {
  return (
    <>
      <FieldGroup legend="About the employee">
        <FormFields {...props} fields={personFields} group="person" />
        {children}
      </FieldGroup>
      <FieldGroup legend="Contact information">
        <FormFields {...props} fields={personFields} group="contact" hints={{ email: emailHint }} />
      </FieldGroup>
    </>
  )
}
