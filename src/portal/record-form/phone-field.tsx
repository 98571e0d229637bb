import type { FormEvent } from 'react'
import { plainPhone } from '#contract/phone-number.ts'
import { TelField, type TextFieldProps } from '#ui/text-field.tsx'
import type { RecordFormState } from './use-record-form.ts'

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
