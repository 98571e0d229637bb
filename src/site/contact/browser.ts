import {
  type ContactField,
  contactFields,
  contactIds,
  contactLimits,
  contactWording,
} from '#contract/contact-messages/form.ts'
import { plainLine, plainProse } from '#contract/plain-text.ts'
import { rewriteTyped } from '#ui/rewrite-typed.ts'
import { contactFormWording as wording } from './browser.wording.en.ts'
import { countCharacters, format } from './character-count.ts'
import { type Outcome, sendMessage } from './send-message.ts'
import { toastIn } from './toast.ts'

type Fields = Record<ContactField, HTMLInputElement>
type Mistakes = Outcome['fields']

const form = document.querySelector<HTMLFormElement>('#contact-form')
if (form) takeOver(form)

/** Sends the form without leaving the page. */
function takeOver(form: HTMLFormElement): void {
  // The page names its fields and its button by these.
  const fields = form.elements as unknown as Fields & { reference: HTMLInputElement }
  const button = document.getElementById(contactIds.send) as HTMLElement
  const good = toastIn('contact-sent', button)
  const bad = toastIn('contact-failed', button)
  const count = countCharacters(
    document.getElementById(contactIds.message) as HTMLTextAreaElement,
    contactLimits.message,
  )
  let isSending = false
  // When an answer is lost, the same message sent again under its key is stored once.
  let key = keptKey() ?? newKey()

  async function submit(): Promise<void> {
    if (isSending) return
    // The second of two clicks may come after the answer: it meets an emptied form, and the thanks stay.
    if (good.isShown() && isEmpty(fields)) return
    good.hide()
    bad.hide()
    document.querySelector('.error-summary')?.remove()
    if (showMistakes(fields, mistakesIn(fields))) return
    isSending = true
    keepKey(key)
    showBusy(button, true)
    const values = valuesOf(fields)
    const body = { ...values, reference: fields.reference.value }
    let answer = await sendMessage(`${form.dataset.call}`, body, key)
    if (answer.isKeyReused) {
      // It was stored as it stood before; corrected since, it is another message.
      key = newKey()
      keepKey(key)
      answer = await sendMessage(`${form.dataset.call}`, body, key)
    }
    const { sent, fields: mistakes, reason = '' } = answer
    isSending = false
    showBusy(button, false)
    if (sent) {
      key = newKey()
      keepKey(key)
      // Who has written on in the meantime may want to send that, too: then nothing is taken away.
      if (contactFields.every((field) => fields[field].value === values[field])) empty(fields)
      count()
      good.show(contactWording.sent)
    } else if (!showMistakes(fields, mistakes)) bad.show(`${contactWording.failed} ${reason}`.trim())
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  form.addEventListener('input', (event) => {
    const target = event.target as HTMLInputElement
    // What is typed is counted already.
    if (rewriteTyped(target, target === fields.message ? plainProse : plainLine)) count()
    say(target, '')
  })
}

/** Kept in the history entry: after leaving and coming back, the words are there, too. */
function keepKey(key: string): void {
  history.replaceState({ key }, '')
}

function keptKey(): string | undefined {
  return history.state?.key
}

/** By hand: on a page without https browsers make no UUID. */
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

function empty(fields: Fields): void {
  for (const field of contactFields) fields[field].value = ''
}

/** §5. What only the server can tell, it tells. */
function mistakesIn({ name, email, message }: Fields): Mistakes {
  const mistakes: Mistakes = {}
  for (const field of [name, email, message])
    if (!field.value.trim()) mistakes[field.name as ContactField] = contactWording.required
  if (email.validity.typeMismatch) mistakes.email = contactWording.emailInvalid
  const { message: limit } = contactLimits
  if (message.value.trim().length > limit) mistakes.message = wording.tooLong(format(limit))
  return mistakes
}

/**
 * Says at each field what is wrong, and goes to the first; anew where focus is there already, so that a screen reader
 * says it with the field. Answers whether there was one.
 */
function showMistakes(fields: Fields, mistakes: Mistakes = {}): boolean {
  for (const field of contactFields) say(fields[field], mistakes[field] ?? '')
  const first = contactFields.find((field) => mistakes[field])
  if (first) {
    fields[first].blur()
    fields[first].focus()
  }
  return first !== undefined
}

function say(field: HTMLElement, mistake: string): void {
  const place = document.getElementById(`${field.id}-error`)
  const text = place?.querySelector('span')
  if (!text) return
  text.textContent = mistake
  const isSaid = `${mistake !== ''}`
  place?.setAttribute('data-said', isSaid)
  field.setAttribute('aria-invalid', isSaid)
}

/** The button keeps focus and its place. */
function showBusy(button: HTMLElement, isBusy: boolean): void {
  button.setAttribute('aria-busy', `${isBusy}`)
  button.setAttribute('aria-disabled', `${isBusy}`)
  // Beside its drawing.
  const words = button.querySelector('.button-label')?.lastChild
  if (words) words.textContent = isBusy ? wording.sending : wording.send
}
