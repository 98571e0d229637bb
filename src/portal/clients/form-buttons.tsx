import { SubmitButton } from '#portal/record-form/submit-button.tsx'
import { recordFormWording } from '#portal/record-form/wording.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { FormActions } from '#ui/form-actions.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import type { ClientFormState } from './use-client-form.ts'

type FormButtonsProps = { form: ClientFormState; label: string; savedLabel: string }

/** Under the form as a screen. Cancel gives up what was typed and goes to the client list. */
export function FormButtons({ form, label, savedLabel }: FormButtonsProps) {
  const areaPath = useAreaPath()
  return (
    <FormActions>
      <SubmitButton form={form} label={label} savedLabel={savedLabel} />
      <LinkButton href={areaPath('clients')} onClick={form.dropDraft}>
        {recordFormWording.cancel}
      </LinkButton>
    </FormActions>
  )
}
