import type { Client } from '#contract/clients/schema.ts'
import type { PageDraft } from '#portal/drafts/drafts.ts'
import { DraftDialog, EditDialog } from '#portal/form/record-form.tsx'
import { useEditClient } from './changes.ts'
import { ClientForm, useClientForm } from './client-form.tsx'

type EditClientDialogProps = {
  client: Client
  onSaved: () => void
  onClose: () => void
}

const title = 'Edit Info'

/** 'Edit Info' of the client list. */
export function EditClientDialog(props: EditClientDialogProps) {
  return (
    <DraftDialog form={`edit-client:${props.client.id}`} title={title} onClose={props.onClose}>
      {(draft, onClose) => <EditClient {...props} draft={draft} onClose={onClose} />}
    </DraftDialog>
  )
}

function EditClient({ client, draft, onSaved, onClose }: EditClientDialogProps & { draft: PageDraft }) {
  const edit = useEditClient(client)
  const form = useClientForm({ draft, record: client, save: edit, onSaved })
  return (
    <EditDialog title={title} form={form} onClose={onClose}>
      {(formId) => <ClientForm form={form} id={formId} />}
    </EditDialog>
  )
}
