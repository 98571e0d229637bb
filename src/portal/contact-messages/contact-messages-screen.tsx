import './contact-messages.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { Loaded, PageNotLoaded } from '#portal/calls/loaded.tsx'
import type { DayRange } from '#portal/days/day-range.ts'
import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ExportStatus } from '#portal/downloads/export-status.tsx'
import { ListFilters, type SearchBox } from '#portal/screen/list-filters.tsx'
import { type List, useListState } from '#portal/screen/list-state.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'
import { DeleteMessageDialog } from './delete-message-dialog.tsx'
import { useMakeClient } from './make-client.tsx'
import { MessagePageView } from './message-page-view.tsx'
import { messageList, messagePageQuery } from './queries.ts'
import { exportKinds, useMessageExport } from './use-message-export.ts'
import { messageWording as wording } from './wording.ts'

export function ContactMessagesScreen() {
  const list = useListState(messageList)
  const searchBox = useRef<HTMLInputElement>(null)
  const exporting = useMessageExport(list.debounced)
  return (
    <Screen
      title={wording.title}
      confidential
      actions={exportKinds.map((kind) => (
        <Button
          key={kind}
          icon="download"
          busy={exporting.state.stage === 'running' && exporting.state.kind === kind}
          onClick={() => void exporting.start(kind)}
        >
          {wording.exports[kind]}
        </Button>
      ))}
    >
      <div className="list-screen contact-messages">
        <ListFilters
          className="message-filters"
          list={list}
          searchBox={searchBox}
          searchLabel={wording.search}
        >
          <DayRangeFields days={list.state} onChosen={list.narrow} />
        </ListFilters>
        <ExportStatus exporting={exporting} wording={wording.exports} />
        <MessageResults list={list} searchBox={searchBox} />
      </div>
    </Screen>
  )
}

function MessageResults({ list, searchBox }: { list: List<DayRange>; searchBox: SearchBox }) {
  const query = useQuery(messagePageQuery(list.debounced))
  const [deleting, setDeleting] = useState<ContactMessage>()
  const countLine = useRef<HTMLParagraphElement>(null)
  const toast = useToast()
  const { makeClient, dialog } = useMakeClient()

  function finishDeleting() {
    flushSync(() => setDeleting(undefined))
    // The button that asked has gone with its row.
    countLine.current?.focus({ preventScroll: true })
    toast({ text: wording.removeDialog.done })
  }

  return (
    <Loaded
      query={query}
      waiting={<LoadingPlace shape="rows" lines={10} label={wording.loading} />}
      failed={(query) => <PageNotLoaded message={wording.loadFailed} query={query} list={list} />}
    >
      {(page) => (
        <>
          <MessagePageView
            page={page}
            list={list}
            searchBox={searchBox}
            refreshing={query.isPlaceholderData || !list.isDebounced}
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
      )}
    </Loaded>
  )
}
