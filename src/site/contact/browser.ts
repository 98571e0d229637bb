import {
  type ContactField,
  contactFields,
  contactIds,
  contactLimits,
  contactWording,
} from '#contract/contact-messages/form.ts'
import { toMultiline, toSingleLine } from '#contract/plain-text.ts'
import { rewriteTyped } from '#ui/rewrite-typed.ts'
import { type Outcome, sendMessage } from './send-message.ts'
import { setUpToast } from './toast.ts'
import { contactFormWording as wording } from './wording.en.ts'

type Fields = Record<ContactField, HTMLInputElement>
type FieldErrors = Outcome['fields']

const form = document.querySelector<HTMLFormElement>('#contact-form')
if (form) enhance(form)

/** Sends the form without leaving the page. */
function enhance(form: HTMLFormElement): void {
  // In the form, controls are named like the fields.
  const fields = form.elements as unknown as Fields & { reference: HTMLInputElement }
  const button = document.getElementById(contactIds.send) as HTMLElement
  const answerText = document.getElementById('contact-answer') as HTMLElement
  const sentToast = setUpToast('contact-sent', answerText)
  const failedToast = setUpToast('contact-failed', button)
  const count = countCharacters(
    document.getElementById(contactIds.message) as HTMLTextAreaElement,
    contactLimits.message,
  )
  let isSending = false
  // The server stores a message once for each key, even if its first response was lost.
  let key = storedKey() ?? newKey()

  async function submit(): Promise<void> {
    if (isSending) return
    // The second click of a double click may find the form emptied already: the thanks stay.
    if (sentToast.isShown() && isEmpty(fields)) return
    sentToast.hide()
    failedToast.hide()
    document.querySelector('.error-summary')?.remove()
    if (showFieldErrors(fields, fieldErrorsIn(fields))) return
    isSending = true
    answerText.hidden = true
    storeKey(key)
    showBusy(button, true)
    const values = valuesOf(fields)
    const body = { ...values, reference: fields.reference.value }
    let answer = await sendMessage(`${form.dataset.call}`, body, key)
    if (answer.isKeyReused) {
      // An earlier wording was stored under this key, so the corrected message needs a new one.
      key = newKey()
      storeKey(key)
      answer = await sendMessage(`${form.dataset.call}`, body, key)
    }
    const { sent, fields: errors, reason = '' } = answer
    isSending = false
    showBusy(button, false)
    if (sent) {
      key = newKey()
      storeKey(key)
      answerText.hidden = false
      // What was typed during sending stays, and keeps the focus.
      if (contactFields.every((field) => fields[field].value === values[field])) {
        clear(fields)
        answerText.focus()
      }
      count()
      sentToast.show(contactWording.sent)
    } else if (!showFieldErrors(fields, errors)) failedToast.show(`${contactWording.failed} ${reason}`.trim())
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  form.addEventListener('input', (event) => {
    const target = event.target as HTMLInputElement
    // The count listens to typing itself, but not to what is rewritten here.
    if (rewriteTyped(target, target === fields.message ? toMultiline : toSingleLine)) count()
    showFieldError(target, '')
  })
}

/**
 * Cuts off nothing that was pasted: the count says how many characters are too many. It stays the same until four fifths
 * are used, so that screen readers do not announce every key. Returns a function that updates the count.
 */
function countCharacters(field: HTMLTextAreaElement, limit: number): () => void {
  field.removeAttribute('maxlength')
  const output = document.getElementById(`${field.id}-count`)
  const count = () => {
    const left = limit - field.value.length
    if (!output) return
    output.textContent =
      left < 0
        ? wording.tooMany(format(-left))
        : left < limit / 5
          ? wording.left(format(left))
          : wording.upTo(format(limit))
    output.classList.toggle('field-count-over', left < 0)
  }
  field.addEventListener('input', count)
  count()
  return count
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}

/** In the history entry: after Back, the browser restores the typed text, and the key belongs to it. */
function storeKey(key: string): void {
  history.replaceState({ key }, '')
}

function storedKey(): string | undefined {
  return history.state?.key
}

/** `crypto.randomUUID` is missing on pages without https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function valuesOf({ name, email, message }: Fields): Record<ContactField, string> {
  return { name: name.value, email: email.value, message: message.value }
}

function isEmpty(fields: Fields): boolean {
  return contactFields.every((field) => fields[field].value === '')
}

function clear(fields: Fields): void {
  for (const field of contactFields) fields[field].value = ''
}

/** The rules of docs/specification.md §5 that a browser can check; the server checks all of them. */
function fieldErrorsIn({ name, email, message }: Fields): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of [name, email, message])
    if (!field.value.trim()) errors[field.name as ContactField] = contactWording.required
  if (email.validity.typeMismatch) errors.email = contactWording.emailInvalid
  const { message: limit } = contactLimits
  if (message.value.trim().length > limit) errors.message = wording.tooLong(format(limit))
  return errors
}

/**
 * Shows each error at its field and focuses the first wrong field, again if it has focus already, so that a screen reader
 * reads the error with it. Returns whether there was an error.
 */
function showFieldErrors(fields: Fields, errors: FieldErrors = {}): boolean {
  for (const field of contactFields) showFieldError(fields[field], errors[field] ?? '')
  const first = contactFields.find((field) => errors[field])
  if (first) {
    fields[first].blur()
    fields[first].focus()
  }
  return first !== undefined
}

function showFieldError(field: HTMLElement, error: string): void {
  const message = document.getElementById(`${field.id}-error`)
  const text = message?.querySelector('span')
  if (!text) return
  text.textContent = error
  const isInvalid = `${error !== ''}`
  message?.setAttribute('data-shown', isInvalid)
  field.setAttribute('aria-invalid', isInvalid)
}

/** Does not disable the button, which would lose focus. */
function showBusy(button: HTMLElement, isBusy: boolean): void {
  button.setAttribute('aria-busy', `${isBusy}`)
  button.setAttribute('aria-disabled', `${isBusy}`)
  // The text follows the icon.
  const label = button.querySelector('.button-label')?.lastChild
  if (label) label.textContent = isBusy ? wording.sending : wording.send
}
