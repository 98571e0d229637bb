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
import { SelectField } from '#ui/select-field.tsx'
import { DateField, EmailField, TelField, TextField } from '#ui/text-field.tsx'
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
        <Button type="submit" tone="primary" busy={form.busy} disabled={!form.isValid && !form.busy}>
          {submitLabel}
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

function PersonFields({ form: { register, errors } }: { form: NewClientForm }) {
  return (
    <fieldset>
      <legend>{wording.person}</legend>
      <TextField
        label={wording.firstName}
        error={errors.firstName?.message}
        maxLength={clientLimits.name}
        {...foreign}
        {...register('firstName')}
      />
      <TextField
        label={wording.lastName}
        error={errors.lastName?.message}
        maxLength={clientLimits.name}
        {...foreign}
        {...register('lastName')}
      />
      <DateField
        className="client-form-short"
        label={wording.dateOfBirth}
        error={errors.dateOfBirth?.message}
        min={earliestBirthDate}
        max={today()}
        {...foreign}
        {...register('dateOfBirth')}
      />
    </fieldset>
  )
}

function ContactFields({ form: { register, errors } }: { form: NewClientForm }) {
  return (
    <fieldset>
      <legend>{wording.contact}</legend>
      <TelField
        label={wording.phone}
        hint={wording.phoneHint}
        error={errors.phone?.message}
        maxLength={clientLimits.phone}
        {...foreign}
        {...register('phone')}
      />
      <EmailField
        label={wording.email}
        error={errors.email?.message}
        maxLength={clientLimits.email}
        {...foreign}
        {...register('email')}
      />
      <TextField
        className="client-form-wide"
        label={wording.address}
        hint={clientWording.addressHint}
        error={errors.address?.message}
        maxLength={clientLimits.address}
        {...foreign}
        {...register('address')}
      />
    </fieldset>
  )
}

function SupportFields({ form: { register, errors } }: { form: NewClientForm }) {
  return (
    <fieldset>
      <legend>{wording.support}</legend>
      <SelectField label={wording.status} error={errors.status?.message} required {...register('status')}>
        <option value="">{wording.chooseStatus}</option>
        {Object.entries(statusLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label={wording.service} error={errors.service?.message} required {...register('service')}>
        <option value="">{wording.chooseService}</option>
        {clientServices.map((service) => (
          <option key={service}>{service}</option>
        ))}
      </SelectField>
    </fieldset>
  )
}
