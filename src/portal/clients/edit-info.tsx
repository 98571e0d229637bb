import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ClientListItem } from '#contract/clients/schema.ts'
import { ScreenResult, useScreenResult } from '#portal/action/screen-result.tsx'
import { CallFailure, errorMessage, isFailure } from '#portal/calls/call-failure.ts'
import { changesNoRecord, refresh } from '#portal/query-client.ts'
import { clientKeys, clientQueries } from './queries.ts'

/** The dialog brings the form and its libraries, which most visits of the list don't need: loaded when first opened. */
const loadDialog = async () => (await import('./edit-client-dialog.tsx')).EditClientDialog

/** 'Edit Info' of the list: which client's dialog is open, and the result. */
export function useEditInfo() {
  const queries = useQueryClient()
  const result = useScreenResult()
  const { say, dismiss } = result
  const {
    data: opened,
    isPending,
    variables,
    mutate,
    reset,
  } = useMutation({
    mutationFn: async ({ id }: ClientListItem) => {
      // The record as it is now, not as the list has it.
      const current = { ...clientQueries.one(id), staleTime: 0 }
      const [client, Dialog] = await Promise.all([queries.fetchQuery(current), loadDialog()])
      return { client, Dialog }
    },
    onError(error) {
      // Another person has deleted the client.
      if (isFailure(error, 'not-found')) void refresh(queries, { queryKey: clientKeys.pages })
      say({
        tone: 'danger',
        title: 'The form could not be opened.',
        detail:
          error instanceof CallFailure
            ? errorMessage(error)
            : 'Check your connection and try again. If that does not help, reload the page.',
      })
    },
    meta: changesNoRecord,
  })

  const open = useCallback(
    (client: ClientListItem) => {
      if (isPending) return
      dismiss()
      mutate(client)
    },
    [isPending, dismiss, mutate],
  )

  return {
    open,
    /** The client whose dialog is loading. */
    opening: isPending ? variables.id : undefined,
    opened,
    close: reset,
    result,
  }
}

export type EditInfo = ReturnType<typeof useEditInfo>

/** The dialog and the result. */
export function EditInfoDialog({ editInfo: { opened, close, result } }: { editInfo: EditInfo }) {
  return (
    <>
      <ScreenResult result={result} />
      {opened && (
        <opened.Dialog
          key={opened.client.id}
          client={opened.client}
          onSaved={() => {
            close()
            result.say({ title: 'Client updated successfully.' })
          }}
          onClose={close}
        />
      )}
    </>
  )
}
