import { can } from '#contract/access/permissions.ts'
import { type Exporting, ExportStatus, useExport } from '#portal/downloads/export.tsx'
import { saveFile } from '#portal/downloads/files.ts'
import type { ListState } from '#portal/lists/list-state.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { type ClientFilters, downloadClients } from './queries.ts'

/** The file of all clients that the list finds, on all its pages. */
export function useClientCsv(list: ListState<ClientFilters>) {
  return useExport<'csv'>(async (_, { signal, show, setFailureMessage }) => {
    show('starting')
    setFailureMessage('The clients could not be downloaded.')
    const file = await downloadClients(list, signal)
    signal.throwIfAborted()
    saveFile(file, 'clients.csv')
    return 'The CSV file is in your downloads.'
  })
}

type ClientCsvProps = { exporting: Exporting<'csv'> }

export function ClientCsvButton({ exporting }: ClientCsvProps) {
  const { role } = useSession()
  if (!can(role, 'clients:export')) return null
  return (
    <Button
      icon="download"
      busy={exporting.state.stage === 'running'}
      onClick={() => void exporting.start('csv')}
    >
      Download CSV
    </Button>
  )
}

export function ClientCsvStatus({ exporting }: ClientCsvProps) {
  const { role } = useSession()
  if (!can(role, 'clients:export')) return null
  return <ExportStatus exporting={exporting} preparing="Preparing the download…" />
}
