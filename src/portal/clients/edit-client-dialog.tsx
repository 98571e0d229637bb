import type { Client } from '#contract/clients/schema.ts'
import { EditDialog } from '#portal/form/record-form.tsx'
import { useEditClient } from './changes.ts'
import { ClientForm, useClientForm } from './client-form.tsx'

type EditClientDialogProps = {
  client: Client
  onSaved: () => void
  onClose: () => void
}

/** 'Edit Info' of the client list. */
export function EditClientDialog({ client, onSaved, onClose }: EditClientDialogProps) {
  const edit = useEditClient(client)
  const form = useClientForm({ record: client, save: edit, onSaved })
  return (
    <EditDialog title="Edit Info" form={form} onClose={onClose}>
      {(formId) => <ClientForm form={form} id={formId} />}
    </EditDialog>
  )
}
