import type { UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from '#ui/password-field.tsx'

type NewPasswordField = 'password' | 'confirm'

type NewPasswordFieldsProps = {
  register: (field: NewPasswordField) => UseFormRegisterReturn
  errors: { [field in NewPasswordField]?: { message?: string | undefined } | undefined }
  wording: { password: string; hint?: string; confirm: string }
}

/** A password that somebody chooses, typed twice. */
export function NewPasswordFields({ register, errors, wording }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={wording.password}
        hint={wording.hint}
        required
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label={wording.confirm}
        required
        autoComplete="new-password"
        error={errors.confirm?.message}
        {...register('confirm')}
      />
    </>
  )
}
