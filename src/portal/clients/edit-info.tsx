import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { Client, ClientListItem } from '#contract/clients/schema.ts'
import { CallFailure, sentenceOf } from '#portal/calls/call-failure.ts'
import { freshFor } from '#portal/query-client.ts'
import { Banner } from '#ui/banner.tsx'
import type { EditClientDialogProps } from './edit-client-dialog.tsx'
import { clientQueries } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

type Program = ComponentType<EditClientDialogProps>

/** The dialog brings the form and its libraries, which most visits of the list do without: loaded when first opened. */
const loadDialog = async (): Promise<Program> => (await import('./edit-client-dialog.tsx')).EditClientDialog

/** 'Edit Info' of the list: which client's dialog is open, and what came of it. */
export function useEditInfo() {
  const queries = useQueryClient()
  const [opening, setOpening] = useState<string>()
  const [opened, setOpened] = useState<{ Dialog: Program; client: Client }>()
  const [result, setResult] = useState<'saved' | { failed: string }>()

  async function open({ id }: ClientListItem) {
    if (opening) return
    setResult(undefined)
    setOpening(id)
    try {
      // The record as it is now, not as the list has it.
      const current = { ...clientQueries.one(id), staleTime: freshFor.oneOpening }
      const [client, Dialog] = await Promise.all([queries.fetchQuery(current), loadDialog()])
      setOpened({ Dialog, client })
    } catch (error) {
      const isCall = error instanceof CallFailure
      setResult({ failed: isCall ? sentenceOf(error) : wording.editNotOpenedDetail })
    } finally {
      setOpening(undefined)
    }
  }

  return {
    open,
    /** The client whose dialog is on its way. */
    opening,
    result,
    forgetResult: () => setResult(undefined),
    dialog: opened && (
      <opened.Dialog
        key={opened.client.id}
        client={opened.client}
        onSaved={() => {
          setOpened(undefined)
          setResult('saved')
        }}
        onClose={() => setOpened(undefined)}
      />
    ),
  }
}

export type EditInfo = ReturnType<typeof useEditInfo>

/** In the page from the start, so that what comes later is announced. */
export function EditInfoResult({ editInfo: { result, forgetResult } }: { editInfo: EditInfo }) {
  return (
    <div className="screen-result" role="status">
      {result === 'saved' && (
        <Banner tone="success" announce="none" onDismiss={forgetResult}>
          {wording.updated}
        </Banner>
      )}
      {result && result !== 'saved' && (
        <Banner tone="danger" announce="none" title={wording.editNotOpened} onDismiss={forgetResult}>
          {result.failed}
        </Banner>
      )}
    </div>
  )
}
