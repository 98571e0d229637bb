import './contact-messages.css'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { PageNotLoaded } from '#portal/calls/not-loaded.tsx'
import type { SearchBox } from '#portal/screen/list-filters.tsx'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { useToast } from '#ui/toast.tsx'
import { DeleteMessageDialog } from './delete-message-dialog.tsx'
import { ExportButtons, ExportProgress } from './export-controls.tsx'
import { type MessageList, useMessageList } from './list-state.ts'
import { useMakeClient } from './make-client.tsx'
import { MessageFilters } from './message-filters.tsx'
import { MessagePageView } from './message-page-view.tsx'
import { useMessagePage } from './queries.ts'
import { useMessageExport } from './use-message-export.ts'
import { messageWording as wording } from './wording.ts'

export function ContactMessagesScreen() {
  const list = useMessageList()
  const searchBox = useRef<HTMLInputElement>(null)
  const exporting = useMessageExport(list.debounced)
  return (
    <Screen title={wording.title} confidential actions={<ExportButtons exporting={exporting} />}>
      <div className="list-screen contact-messages">
        <MessageFilters list={list} searchBox={searchBox} />
        <ExportProgress exporting={exporting} />
        <MessageResults list={list} searchBox={searchBox} />
      </div>
    </Screen>
  )
}

function MessageResults({ list, searchBox }: { list: MessageList; searchBox: SearchBox }) {
  const query = useMessagePage(list.debounced)
  const [deleting, setDeleting] = useState<ContactMessage>()
  const countLine = useRef<HTMLParagraphElement>(null)
  const toast = useToast()
  const { makeClient, dialog } = useMakeClient()
  const { data, error, isPlaceholderData } = query
  if (!data && error) return <PageNotLoaded message={wording.loadFailed} query={query} place={list} />
  if (!data) return <LoadingPlace shape="rows" lines={10} label={wording.loading} />

  function finishDeleting() {
    flushSync(() => setDeleting(undefined))
    // The button that asked has gone with its row.
    countLine.current?.focus({ preventScroll: true })
    toast({ text: wording.removeDialog.done })
  }

  return (
    <>
      <MessagePageView
        page={data}
        list={list}
        searchBox={searchBox}
        refreshing={isPlaceholderData || !list.isDebounced}
        countLine={countLine}
        onMakeClient={makeClient}
        onDelete={setDeleting}
      />
      {dialog}
      {deleting && (
        <DeleteMessageDialog
          message={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={finishDeleting}
        />
      )}
    </>
  )
}
