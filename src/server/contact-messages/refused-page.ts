import {
  contactFields,
  contactIds,
  contactWording,
  type RefusedFormPart,
  refusedFormTemplate,
  templateTokens,
} from '#contract/contact-messages/form.ts'
import { failures } from '#contract/failures.ts'
import { publicPaths } from '#contract/paths.ts'
import { escapeHtml } from '#server/http/escape-html.ts'
import type { Failure } from '#server/http/failure.ts'
import type { FormPages } from '#server/http/input.ts'
import type { PreparedPage } from '#server/pages/prepared-page.ts'

/** The pages that the contact form gets as response with scripts off. */
export function contactFormPages(prepared: PreparedPage[]): FormPages {
  const page = prepared.find(({ template }) => template === refusedFormTemplate)
  if (!page) throw new Error(`the website has no template ${refusedFormTemplate}`)
  const content = page.content.toString()
  return {
    done: publicPaths.contactSent,
    refused(failure, typed) {
      const parts = partsOf(failure, typed)
      // One pass: typed text is never searched for tokens.
      return content.replaceAll(templateTokens, (_, part: RefusedFormPart) => escapeHtml(parts[part]))
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
    // HTML drops a line break right after the tag.
    message: `\n${text('message')}`,
    messageError: errors.message ?? '',
    messageInvalid: invalid('message'),
  }
}

/** The field errors, or that sending failed, with the reason if the visitor can do something about it. */
function sentenceOf({ code, message }: Failure): string {
  if (code === 'invalid-input') return message
  // Its message is meant for developers.
  if (code === 'wrong-content-type') return contactWording.failed
  return failures[code].status < 500 ? `${contactWording.failed} ${message}` : contactWording.failed
}
