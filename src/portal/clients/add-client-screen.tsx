import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useAreaPath } from '#portal/screen/area.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { useToast } from '#ui/toast.tsx'
import { ClientFormFields } from './client-form.tsx'
import { useAddClient } from './queries.ts'
import { useNewClientForm } from './use-new-client-form.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.form

/** §9. Milliseconds. */
const waitBeforeList = 2000

export function AddClientScreen() {
  const addClient = useAddClient()
  const showToast = useToast()
  const clients = useAreaPath()('clients')
  const form = useNewClientForm(async (client) => {
    await addClient.mutateAsync(client)
    showToast({ text: wording.added })
  })
  useRedirect(form.saved, clients)
  return (
    <Screen title={wording.addTitle} narrow>
      <ClientFormFields form={form} submitLabel={wording.add} cancelHref={clients} />
    </Screen>
  )
}

function useRedirect(saved: boolean, address: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => navigate(address), waitBeforeList)
    return () => clearTimeout(timer)
  }, [saved, address, navigate])
}
