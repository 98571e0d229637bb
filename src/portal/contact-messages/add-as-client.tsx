import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { useDraftAddress } from '#portal/drafts/draft-address.ts'
import { beginDraft } from '#portal/drafts/drafts.ts'
import { useToast } from '#ui/toast.tsx'
import { useMarkRead } from './queries.ts'

/** Opens the client form for the sender of a message, by a draft: no name is in an address. */
export function useAddAsClient() {
  const queries = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  const addressOf = useDraftAddress()
  const marking = useMarkRead()

  return async ({ id, name, email, message, readAt }: ContactMessage) => {
    try {
      // docs/product.md 70: the message becomes the draft of the first note.
      const values = { ...splitName(name), email, firstNote: message }
      const draft = await beginDraft(queries, 'new-client', values)
      if (readAt === null) marking.mutate({ id, read: true })
      navigate(addressOf(draft.state.key))
    } catch (error) {
      toast({ text: errorMessage(error), tone: 'danger' })
    }
  }
}

/** A name written in one line, as the client form asks for it: the last word is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}
