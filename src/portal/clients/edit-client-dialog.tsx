import type { Client } from '#contract/clients/schema.ts'
import { EditDialog } from '#portal/record-form/edit-dialog.tsx'
import { ClientForm } from './client-form.tsx'
import { useEditClient } from './queries.ts'
import { useClientForm } from './use-client-form.ts'
import { clientScreenWording } from './wording.ts'

export type EditClientDialogProps = {
  client: Client
  onSaved: () => void
  onClose: () => void
}

/** 'Edit Info' of the client list. */
export function EditClientDialog({ client, onSaved, onClose }: EditClientDialogProps) {
  const edit = useEditClient(client)
  const form = useClientForm({ record: client, save: edit, onSaved })
  return (
    <EditDialog title={clientScreenWording.list.editInfo} form={form} onClose={onClose}>
      {(formId) => <ClientForm form={form} id={formId} plain lacksStatus={client.status === null} />}
    </EditDialog>
  )
}
