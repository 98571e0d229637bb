import '#ui/visually-hidden.css'
import type { ComponentProps, ReactNode } from 'react'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { type ContactField, contactIds, contactLimits } from '#contract/contact-messages/form.ts'
import { publicPaths } from '#contract/paths.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { ContactToasts } from './contact-toasts.tsx'
import { contactPageWording } from './wording.en.ts'

const wording = contactPageWording.form

export const contactFormPlace = 'contact-write'

/** What a field holds when the page is first shown, and what is wrong with that. */
export type FieldState = (field: ContactField) => { typed: string; error: string; invalid: 'true' | 'false' }

/**
 * Works by itself, sent to the page's own address; the page's script makes it quicker and calls the API. The server checks
 * everything in either case.
 */
export function ContactForm({ state }: { state: FieldState }) {
  return (
    <section className="contact-write" aria-labelledby={contactFormPlace}>
      <h2 id={contactFormPlace}>{wording.title}</h2>
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
        <Labeled field="name" label={wording.name} hint={wording.nameHint} state={state}>
          {(ties) => <input {...ties} type="text" autoComplete="name" defaultValue={state('name').typed} />}
        </Labeled>
        <Labeled field="email" label={wording.email} hint={wording.emailHint} state={state}>
          {(ties) => (
            <input
              {...ties}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={state('email').typed}
            />
          )}
        </Labeled>
        <Labeled field="message" label={wording.message} hint={wording.messageHint} state={state} counted>
          {(ties) => <textarea {...ties} rows={6} defaultValue={state('message').typed} />}
        </Labeled>
        <UnseenField />
        <FormActions>
          <Button tone="primary" type="submit" id={contactIds.send} icon="mail">
            {wording.send}
          </Button>
        </FormActions>
      </form>
      <ContactToasts dismiss={wording.dismiss} />
    </section>
  )
}

type Ties = Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'className' | 'maxLength' | 'aria-describedby' | 'aria-invalid' | 'aria-required'
>

type LabeledProps = {
  field: ContactField
  label: string
  hint: string
  state: FieldState
  counted?: boolean
  children: (ties: Ties) => ReactNode
}

/** The place of the error is there from the start, empty, for the server or the script to fill in. */
function Labeled({ field, label, hint, state, counted, children }: LabeledProps) {
  const id = contactIds[field]
  const { error, invalid } = state(field)
  const describing = [`${id}-hint`, `${id}-error`, ...(counted ? [`${id}-count`] : [])]
  return (
    <div className="field">
      <div className="field-top">
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        <span className="field-mark" aria-hidden="true">
          {wording.required}
        </span>
      </div>
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <FieldError id={`${id}-error`} text={error} said={invalid} />
      {children({
        id,
        name: field,
        className: 'field-control',
        maxLength: contactLimits[field],
        'aria-describedby': describing.join(' '),
        'aria-invalid': invalid,
        'aria-required': true,
      })}
      {counted && (
        <p className="field-count" id={`${id}-count`} aria-live="polite">
          {wording.upTo(contactLimits[field])}
        </p>
      )}
    </div>
  )
}

/** Decision 28: people neither see nor reach it, and browsers know no value for it. Programs fill it in. */
function UnseenField() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor="contact-reference">{wording.unseen}</label>
      <input id="contact-reference" name="reference" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
