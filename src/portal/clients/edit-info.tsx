import { type ComponentType, useState } from 'react'
import type { Client } from '#contract/clients/schema.ts'
import { Banner } from '#ui/banner.tsx'
import type { EditClientDialogProps } from './edit-client-dialog.tsx'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

type Program = ComponentType<EditClientDialogProps>

/** The dialog brings the form and its libraries, which most visits of the list do without: loaded when first opened. */
const loadDialog = async (): Promise<Program> => (await import('./edit-client-dialog.tsx')).EditClientDialog

/** 'Edit Info' of the list (§2): which client's dialog is open, and what came of it. */
export function useEditInfo() {
  const [client, setClient] = useState<Client>()
  const [Dialog, setDialog] = useState<Program>()
  const [result, setResult] = useState<'saved' | 'not-opened'>()

  async function open(chosen: Client) {
    setResult(undefined)
    setClient(chosen)
    if (Dialog) return
    try {
      const program = await loadDialog()
      setDialog(() => program)
    } catch {
      setClient(undefined)
      setResult('not-opened')
    }
  }

  return {
    open,
    /** The client whose dialog is on its way. */
    opening: Dialog ? undefined : client?.id,
    result,
    forgetResult: () => setResult(undefined),
    dialog: client && Dialog && (
      <Dialog
        key={client.id}
        client={client}
        onSaved={() => {
          setClient(undefined)
          setResult('saved')
        }}
        onClose={() => setClient(undefined)}
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
      {result === 'not-opened' && (
        <Banner tone="danger" announce="none" title={wording.editNotOpened} onDismiss={forgetResult}>
          {wording.editNotOpenedDetail}
        </Banner>
      )}
    </div>
  )
}
