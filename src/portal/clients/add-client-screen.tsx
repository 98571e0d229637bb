import { Screen } from '#portal/screen/screen.tsx'
import { useToast } from '#ui/toast.tsx'
import { ClientForm, FormButtons, useClientForm } from './client-form.tsx'
import { useAddClient } from './queries.ts'
import { SimilarClients } from './similar-clients.tsx'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.form

export function AddClientScreen() {
  const { mutateAsync: add } = useAddClient()
  const showToast = useToast()
  const form = useClientForm({
    save: (client) => add(client),
    onSaved: () => showToast({ text: wording.added }),
  })
  return (
    <Screen title={wording.addTitle} narrow>
      <ClientForm form={form} afterPerson={<SimilarClients form={form} />}>
        <FormButtons form={form} label={wording.add} savedLabel={wording.addedLabel} />
      </ClientForm>
    </Screen>
  )
}
