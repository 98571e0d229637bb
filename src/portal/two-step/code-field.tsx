import type { ComponentProps } from 'react'
import { TextField } from '#ui/text-field.tsx'

/** For a code that the phone's keyboard may offer or that is pasted. A recovery code has letters, too. */
export function CodeField({
  digitsOnly = false,
  ...field
}: ComponentProps<typeof TextField> & { digitsOnly?: boolean }) {
  return (
    <TextField
      required
      autoComplete="one-time-code"
      inputMode={digitsOnly ? 'numeric' : 'text'}
      autoCapitalize="characters"
      spellCheck={false}
      {...field}
    />
  )
}
