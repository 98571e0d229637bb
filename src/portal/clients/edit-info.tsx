import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { ClientListItem } from '#contract/clients/schema.ts'
import { CallFailure, errorMessage } from '#portal/calls/call-failure.ts'
import { draftsQuery } from '#portal/drafts/queries.ts'
import { Banner } from '#ui/banner.tsx'
import { useUncoveredFocus } from '#ui/uncover-focus.ts'
import { clientQueries } from './queries.ts'

/** The dialog brings the form and its libraries, which most visits of the list don't need: loaded when first opened. */
const loadDialog = async () => (await import('./edit-client-dialog.tsx')).EditClientDialog

/** 'Edit Info' of the list: which client's dialog is open, and the result. */
export function useEditInfo() {
  const queries = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  const opening = useMutation({
    mutationFn: async ({ id }: ClientListItem) => {
      // The record as it is now, not as the list has it.
      const current = { ...clientQueries.one(id), staleTime: 0 }
      const [client, Dialog] = await Promise.all([
        queries.fetchQuery(current),
        loadDialog(),
        queries.ensureQueryData(draftsQuery),
      ])
      return { client, Dialog }
    },
  })
  const { data: opened, error, isPending, variables, mutate, reset } = opening

  const open = useCallback(
    (client: ClientListItem) => {
      if (isPending) return
      setSaved(false)
      mutate(client)
    },
    [isPending, mutate],
  )

  return {
    open,
    /** The client whose dialog is loading. */
    opening: isPending ? variables.id : undefined,
    isSaved,
    error,
    dismiss() {
      setSaved(false)
      reset()
    },
    opened,
    finish() {
      reset()
      setSaved(true)
    },
    close: reset,
  }
}

export type EditInfo = ReturnType<typeof useEditInfo>

/** The dialog and the result, in the page from the start so that it is announced. */
export function EditInfoDialog({ editInfo }: { editInfo: EditInfo }) {
  const { opened, finish, close, isSaved, error, dismiss } = editInfo
  const result = useRef<HTMLDivElement>(null)
  useUncoveredFocus(result, error ?? isSaved)
  return (
    <>
      <div className="screen-result screen-only" role="status" ref={result}>
        {isSaved && (
          <Banner tone="success" announce="none" onDismiss={dismiss}>
            Client updated successfully.
          </Banner>
        )}
        {error && (
          <Banner tone="danger" announce="none" title="The form could not be opened." onDismiss={dismiss}>
            {error instanceof CallFailure
              ? errorMessage(error)
              : 'Check your connection and try again. If that does not help, reload the page.'}
          </Banner>
        )}
      </div>
      {opened && (
        <opened.Dialog key={opened.client.id} client={opened.client} onSaved={finish} onClose={close} />
      )}
    </>
  )
}
