import { can } from '#contract/access/permissions.ts'
import { ExportStatus, useExport } from '#portal/downloads/export.tsx'
import { saveFile } from '#portal/downloads/files.ts'
import type { ListState } from '#portal/lists/list-state.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { type ClientFilters, downloadClients } from './queries.ts'

/** The file of all clients that the list finds, on all its pages: the button, and its progress or failure. */
export function useClientCsv(list: ListState<ClientFilters>) {
  const { role } = useSession()
  const exporting = useExport<'csv'>(async (_, { signal, show, setFailureMessage }) => {
    show('starting')
    setFailureMessage('The clients could not be downloaded.')
    const file = await downloadClients(list, signal)
    signal.throwIfAborted()
    saveFile(file, 'clients.csv')
    return 'The CSV file is in your downloads.'
  })
  if (!can(role, 'clients:export')) return { button: null, status: null }
  const button = (
    <Button
      icon="download"
      busy={exporting.state.stage === 'running'}
      onClick={() => void exporting.start('csv')}
    >
      Download CSV
    </Button>
  )
  return { button, status: <ExportStatus exporting={exporting} preparing="Preparing the download…" /> }
}
