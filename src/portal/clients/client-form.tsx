import './client-form.css'
import { earliestBirthDate } from '#contract/calendar-date.ts'
import { clientLimits } from '#contract/clients/schema.ts'
import { clientServices } from '#contract/clients/services.ts'
import { statusLabels } from '#contract/clients/statuses.ts'
import { clientWording } from '#contract/clients/wording.ts'
import { today } from '#portal/screen/dates.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { DateField, EmailField, TextField } from '#ui/text-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { PhoneField } from './phone-field.tsx'
import type { NewClientForm } from './use-new-client-form.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.form

type ClientFormProps = { form: NewClientForm; submitLabel: string; cancelHref: string }

export function ClientFormFields({ form, submitLabel, cancelHref }: ClientFormProps) {
  return (
    <form className="client-form" onSubmit={form.submit} noValidate>
      <PersonFields form={form} />
      <ContactFields form={form} />
      <SupportFields form={form} />
      {form.refusal && (
        <Banner tone="danger" title={wording.addFailed}>
          {form.refusal}
        </Banner>
      )}
      <FormActions>
        <Button
          type="submit"
          tone="primary"
          icon={form.saved ? 'check' : undefined}
          busy={form.busy}
          aria-disabled={form.saved || undefined}
          disabled={!form.isValid && !form.locked}
        >
          {form.saved ? wording.saved : submitLabel}
        </Button>
        <LinkButton href={cancelHref} onClick={form.dropDraft}>
          {wording.cancel}
        </LinkButton>
      </FormActions>
    </form>
  )
}

/* These are another person's data: the browser's own address book is not asked. */
const foreign = { autoComplete: 'off', required: true } as const

function PersonFields({ form: { register, errors, locked } }: { form: NewClientForm }) {
  return (
    <fieldset>
      <legend>{wording.person}</legend>
      <TextField
        label={wording.firstName}
        error={errors.firstName?.message}
        maxLength={clientLimits.name}
        dir="auto"
        readOnly={locked}
        {...foreign}
        {...register('firstName')}
      />
      <TextField
        label={wording.lastName}
        error={errors.lastName?.message}
        maxLength={clientLimits.name}
        dir="auto"
        readOnly={locked}
        {...foreign}
        {...register('lastName')}
      />
      <DateField
        className="client-form-short"
        label={wording.dateOfBirth}
        error={errors.dateOfBirth?.message}
        min={earliestBirthDate}
        max={today()}
        readOnly={locked}
        {...foreign}
        {...register('dateOfBirth')}
      />
    </fieldset>
  )
}

function ContactFields({ form }: { form: NewClientForm }) {
  const { register, errors, locked } = form
  return (
    <fieldset>
      <legend>{wording.contact}</legend>
      <PhoneField form={form} {...foreign} />
      <EmailField
        label={wording.email}
        error={errors.email?.message}
        maxLength={clientLimits.email}
        readOnly={locked}
        {...foreign}
        {...register('email')}
      />
      <TextField
        className="client-form-wide"
        label={wording.address}
        hint={clientWording.addressHint}
        error={errors.address?.message}
        maxLength={clientLimits.address}
        dir="auto"
        readOnly={locked}
        {...foreign}
        {...register('address')}
      />
    </fieldset>
  )
}

const statusOptions = Object.entries(statusLabels).map(([value, label]) => ({ value, label }))
const serviceOptions = clientServices.map((service) => ({ value: service, label: service }))

function SupportFields({ form }: { form: NewClientForm }) {
  return (
    <fieldset>
      <legend>{wording.support}</legend>
      <ChoiceField form={form} name="status" empty={wording.chooseStatus} options={statusOptions} />
      <ChoiceField form={form} name="service" empty={wording.chooseService} options={serviceOptions} />
    </fieldset>
  )
}
