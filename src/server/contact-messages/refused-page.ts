import {
  anyToken,
  contactFields,
  contactIds,
  contactWording,
  type RefusedFormPart,
  refusedFormTemplate,
} from '#contract/contact-messages/form.ts'
import { failures } from '#contract/failures.ts'
import { publicPaths } from '#contract/paths.ts'
import { escapeHtml } from '#server/http/escape-html.ts'
import type { Failure } from '#server/http/failure.ts'
import type { FormPages } from '#server/http/input.ts'
import type { PreparedPage } from '#server/pages/prepared-page.ts'

/** The pages that answer the contact form with scripts off. */
export function contactFormPages(prepared: PreparedPage[]): FormPages {
  const page = prepared.find(({ template }) => template === refusedFormTemplate)
  if (!page) throw new Error('the website has no page for a contact form that was refused')
  const content = page.content.toString()
  return {
    done: publicPaths.contactSent,
    refused(failure, typed) {
      const parts = partsOf(failure, typed)
      // What people typed is put in and not looked at for tokens.
      return content.replaceAll(anyToken, (_, part: RefusedFormPart) => escapeHtml(parts[part]))
    },
  }
}

function partsOf(
  failure: Failure,
  typed: Readonly<Record<string, unknown>>,
): Record<RefusedFormPart, string> {
  const { fields: errors = {} } = failure.details
  const wrong = contactFields.find((field) => errors[field])
  const text = (field: (typeof contactFields)[number]) => String(typed[field] ?? '')
  const invalid = (field: (typeof contactFields)[number]) => String(errors[field] !== undefined)
  return {
    sentence: sentenceOf(failure),
    target: wrong ? contactIds[wrong] : contactIds.send,
    name: text('name'),
    nameError: errors.name ?? '',
    nameInvalid: invalid('name'),
    email: text('email'),
    emailError: errors.email ?? '',
    emailInvalid: invalid('email'),
    // A line break right behind the tag is no part of a text area's text.
    message: `\n${text('message')}`,
    messageError: errors.message ?? '',
    messageInvalid: invalid('message'),
  }
}

/** What is wrong with the fields; else that it failed, and why where the person can do something about it. */
function sentenceOf({ code, message }: Failure): string {
  if (code === 'invalid-input') return message
  // That sentence is for programs.
  if (code === 'wrong-content-type') return contactWording.failed
  return failures[code].status < 500 ? `${contactWording.failed} ${message}` : contactWording.failed
}
