import '#ui/toast.css'
import '#ui/controls.css'
import type { ComponentProps, ReactNode } from 'react'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { type ContactField, contactIds, contactLimits } from '#contract/contact-messages/form.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { publicPaths } from '#contract/paths.ts'
import { PhoneLink } from '#site/shell/contact-links.tsx'
import { Button, FormActions } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { contactPageWording } from './wording.en.ts'

const wording = contactPageWording.form

export const contactFormId = 'contact-write'

/** What a field holds when the page is first shown, and what is wrong with that. */
export type FieldState = (field: ContactField) => { typed: string; error: string; invalid: 'true' | 'false' }

/**
 * Without scripts it is sent to the page's own address; the page's script calls the API instead. The server checks
 * everything in either case.
 */
export function ContactForm({ organization, state }: { organization: Organization; state: FieldState }) {
  return (
    <section className="contact-write screen-only" aria-labelledby={contactFormId}>
      <section
        id="contact-answer"
        className="site-notice contact-answer"
        aria-labelledby="contact-answer-title"
        tabIndex={-1}
        hidden
      >
        <h2 id="contact-answer-title">{contactPageWording.sent.stays}</h2>
        <SentAnswer organization={organization} />
      </section>
      <h2 id={contactFormId}>{wording.title}</h2>
      <p>{wording.who}</p>
      <p className="contact-care">{wording.care}</p>
      <form
        id="contact-form"
        method="post"
        action={publicPaths.contact}
        data-call={`/api${contactEndpoints.send.path}`}
        acceptCharset="utf-8"
        noValidate
      >
        <LabeledField field="name" label={wording.name} hint={wording.nameHint} state={state}>
          {(control) => (
            <input {...control} type="text" autoComplete="name" defaultValue={state('name').typed} />
          )}
        </LabeledField>
        <LabeledField field="email" label={wording.email} hint={wording.emailHint} state={state}>
          {(control) => (
            <input
              {...control}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={state('email').typed}
            />
          )}
        </LabeledField>
        <LabeledField
          field="message"
          label={wording.message}
          hint={wording.messageHint}
          state={state}
          showsCount
        >
          {(control) => <textarea {...control} rows={6} defaultValue={state('message').typed} />}
        </LabeledField>
        <HoneypotField />
        <FormActions>
          <Button tone="primary" type="submit" id={contactIds.send} icon="mail">
            {wording.send}
          </Button>
        </FormActions>
      </form>
      <EmptyToasts />
    </section>
  )
}

type ControlProps = Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'className' | 'maxLength' | 'aria-describedby' | 'aria-invalid' | 'aria-required'
>

type LabeledFieldProps = {
  field: ContactField
  label: string
  hint: string
  state: FieldState
  showsCount?: boolean
  children: (control: ControlProps) => ReactNode
}

/** Has an empty error element that the server or the script fills in. */
function LabeledField({ field, label, hint, state, showsCount, children }: LabeledFieldProps) {
  const id = contactIds[field]
  const { error, invalid } = state(field)
  const describing = [`${id}-hint`, `${id}-error`, ...(showsCount ? [`${id}-count`] : [])]
  return (
    <div className="field">
      <div className="field-top">
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        <span className="small-soft" aria-hidden="true">
          {wording.required}
        </span>
      </div>
      <p className="small-soft" id={`${id}-hint`}>
        {hint}
      </p>
      <FieldError id={`${id}-error`} text={error} visible={invalid} />
      {children({
        id,
        name: field,
        className: 'field-control',
        maxLength: contactLimits[field],
        'aria-describedby': describing.join(' '),
        'aria-invalid': invalid,
        'aria-required': true,
      })}
      {showsCount && (
        <p className="small-soft" id={`${id}-count`} aria-live="polite">
          {wording.upTo(contactLimits[field])}
        </p>
      )}
    </div>
  )
}

/** docs/product.md 28: people can neither see nor reach it, and browsers do not fill it in. Bots do. */
function HoneypotField() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor="contact-reference">{wording.unseen}</label>
      <input id="contact-reference" name="reference" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}

/** Live regions for the script: a success is announced politely, a failure interrupts. */
function EmptyToasts() {
  return (
    <div className="toast-region screen-only">
      <div id="contact-sent" role="status">
        <EmptyToast icon="check" />
      </div>
      <div id="contact-failed" role="alert">
        <EmptyToast icon="danger" />
      </div>
    </div>
  )
}

function EmptyToast({ icon }: { icon: IconName }) {
  return (
    <div className="toast" hidden>
      <Icon name={icon} />
      <p />
      <button type="button" className="icon-button toast-dismiss" aria-label={wording.dismiss}>
        <Icon name="close" />
      </button>
    </div>
  )
}

/** What stays on the page after the toast about a sent message is gone. */
export function SentAnswer({ organization }: { organization: Organization }) {
  const { answersWithin, phones } = organization
  const { sent } = contactPageWording
  const [phone] = phones
  return (
    <>
      <p>{answersWithin ? sent.answeredWithin(answersWithin) : sent.answered}</p>
      <p>{sent.text}</p>
      {phone && (
        <p>
          {sent.urgent} <PhoneLink className="contact-line" number={phone.number} />
        </p>
      )}
    </>
  )
}
