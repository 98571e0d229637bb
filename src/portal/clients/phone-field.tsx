import type { FormEvent } from 'react'
import { TelField } from '#ui/text-field.tsx'
import { plainPhone } from './plain-phone.ts'
import type { NewClientForm } from './use-new-client-form.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.form

type PhoneFieldProps = { form: NewClientForm; autoComplete: string; required: boolean }

/** Tidied when it was pasted and when it is left, before it is checked. No `maxlength`: that would cut off digits unseen. */
export function PhoneField({ form, ...rest }: PhoneFieldProps) {
  const { onBlur, onChange, ...field } = form.register('phone')

  function tidyPasted({ nativeEvent, currentTarget }: FormEvent<HTMLInputElement>) {
    const pasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste'
    if (pasted) currentTarget.value = plainPhone(currentTarget.value)
  }

  return (
    <TelField
      label={wording.phone}
      hint={wording.phoneHint}
      error={form.errors.phone?.message}
      readOnly={form.locked}
      {...rest}
      {...field}
      onChange={(event) => {
        tidyPasted(event)
        void onChange(event)
      }}
      onBlur={(event) => {
        if (!form.locked) form.tidyPhone()
        void onBlur(event)
      }}
    />
  )
}
