import './checkbox-field.css'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

type CheckboxFieldProps = ComponentProps<'input'> & { label: ReactNode }

export function CheckboxField({ label, className, ...input }: CheckboxFieldProps) {
  const id = useId()
  return (
    <div className={classNames('checkbox-field', className)}>
      <input {...input} type="checkbox" id={id} />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
