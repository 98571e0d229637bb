import type { FormEvent, ReactNode } from 'react'
import { plainPhone } from '#contract/phone-number.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, type SelectFieldProps, type SelectOption } from '#ui/select-field.tsx'
import { TelField, type TextFieldProps } from '#ui/text-field.tsx'
import type { RecordFormState } from './use-record-form.ts'

/** Fields of one matter in a card, below what they are about. */
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
 * A choice that the form requires. HTML knows no read-only select, and a disabled one would lose focus: while the form
 * is locked, only what was chosen can be chosen.
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

/** Tidied when it was pasted and when it is left, before it is checked. No `maxlength`: that would cut off digits unseen. */
export function PhoneField({ form, ...rest }: PhoneFieldProps) {
  const { onBlur, onChange, ...field } = form.textField('phone')

  function tidyPasted({ nativeEvent, currentTarget }: FormEvent<HTMLInputElement>) {
    const pasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste'
    if (pasted) currentTarget.value = plainPhone(currentTarget.value)
  }

  return (
    <TelField
      {...rest}
      {...field}
      onChange={(event) => {
        tidyPasted(event)
        void onChange(event)
      }}
      onBlur={(event) => {
        const typed = event.currentTarget.value
        if (!field.readOnly && plainPhone(typed) !== typed) form.setValue('phone', plainPhone(typed))
        void onBlur(event)
      }}
    />
  )
}

type SubmitButtonProps = {
  form: Pick<RecordFormState<never>, 'busy' | 'saved' | 'locked' | 'isValid'>
  /** Where the button stands outside its form. */
  formId?: string
  label: string
  /** While a saved form is locked; without it the label stays. */
  savedLabel?: string
}

/** §5: disabled while something is wrong. */
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
