import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { baseOf, type ClientValues } from '#portal/clients/client-values.ts'
import { formDraft } from '#portal/record-form/form-draft.ts'
import { draftKey } from '#portal/session/draft.ts'

const blank = baseOf(undefined)

const draftOf = (employeeId: string) => formDraft(draftKey(employeeId, { kind: 'new-client' }), blank.values)

/** The client that the employee has begun to add in this tab and not saved. */
export function begunClient(employeeId: string): ClientValues | undefined {
  return draftOf(employeeId).read()?.values
}

/** Leaves the client form a draft to go on from: whoever wrote the message. Nothing of it stands in an address. */
export function beginClient(
  employeeId: string,
  { name, email }: Pick<ContactMessage, 'name' | 'email'>,
): void {
  const values = { ...blank.values, ...splitName(name), email }
  const draft = draftOf(employeeId)
  // With what was sent of an earlier one and may still be on its way.
  draft.drop()
  draft.write({ base: blank, values })
}

/** A name written in one line, as the client form asks for it: the last word is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}
