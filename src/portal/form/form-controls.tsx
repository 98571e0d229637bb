import type { FormEvent, ReactNode } from 'react'
import * as z from 'zod/mini'
import { normalizePhone } from '#contract/phone-number.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, type SelectFieldProps, type SelectOption } from '#ui/select-field.tsx'
import { TelField, type TextFieldProps } from '#ui/text-field.tsx'
import type { RecordFormState } from './use-record-form.ts'

export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="record-form-fields">{children}</div>
    </fieldset>
  )
}

type ChoiceFieldProps<Name extends string> = Pick<SelectFieldProps, 'label' | 'hint' | 'className'> & {
  form: Pick<RecordFormState<Name>, 'register' | 'values' | 'messageAt' | 'locked'>
  name: Name
  options: readonly SelectOption[]
}

/**
 * A required select. HTML has no read-only select, and a disabled one would lose focus: while the form is locked, the other
 * options are disabled.
 */
export function ChoiceField<Name extends string>({ form, name, options, ...rest }: ChoiceFieldProps<Name>) {
  const { register, values, messageAt, locked } = form
  return (
    <SelectField
      {...rest}
      error={messageAt(name)}
      required
      aria-disabled={locked || undefined}
      {...register(name)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value} disabled={locked && value !== values()[name]}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

type PhoneFieldProps = Omit<TextFieldProps, 'form'> & {
  form: Pick<RecordFormState<'phone'>, 'textField' | 'setValue'>
}

/** Formatted when it is pasted and when it is left. No `maxlength`, which would silently cut off digits. */
export function PhoneField({ form, ...rest }: PhoneFieldProps) {
  const { onBlur, onChange, ...field } = form.textField('phone')

  function formatPasted({ nativeEvent, currentTarget }: FormEvent<HTMLInputElement>) {
    const pasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste'
    if (pasted) currentTarget.value = normalizePhone(currentTarget.value)
  }

  return (
    <TelField
      {...rest}
      {...field}
      onChange={(event) => {
        formatPasted(event)
        void onChange(event)
      }}
      onBlur={(event) => {
        const typed = event.currentTarget.value
        if (!field.readOnly && normalizePhone(typed) !== typed) form.setValue('phone', normalizePhone(typed))
        void onBlur(event)
      }}
    />
  )
}

type SubmitButtonProps = {
  form: Pick<RecordFormState<never>, 'busy' | 'saved' | 'locked' | 'isValid'>
  /** For a button outside the form. */
  formId?: string
  label: string
  /** While a saved form is locked. */
  savedLabel?: string
}

/** Disabled while a field is invalid (docs/specification.md §5). */
export function SubmitButton({ form, formId, label, savedLabel = label }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      form={formId}
      tone="primary"
      icon={form.saved ? 'check' : undefined}
      busy={form.busy}
      aria-disabled={form.saved || undefined}
      disabled={!form.isValid && !form.locked}
    >
      {form.saved ? savedLabel : label}
    </Button>
  )
}

/** For a form's schema: accepts a number in any notation and sends its digits. */
export const phoneDigits = z.pipe(z.string(), z.transform(normalizePhone))
