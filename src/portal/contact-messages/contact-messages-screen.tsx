import './contact-messages.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { reasonAfter } from '#portal/calls/call-failure.ts'
import type { DayRange } from '#portal/days/day-range.ts'
import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ExportStatus, useExport } from '#portal/downloads/export.tsx'
import { saveFile } from '#portal/downloads/files.ts'
import { ListFilters, NoMatches } from '#portal/lists/list-filters.tsx'
import { isFiltered, type List, useListState } from '#portal/lists/list-state.ts'
import { RecordList } from '#portal/lists/record-list.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useToast } from '#ui/toast.tsx'
import { EmailAddress } from '#ui/unbroken-text.tsx'
import { useMakeClient } from './make-client.tsx'
import { MessageTable } from './message-table.tsx'
import {
  type MessageExport,
  type MessageFilters,
  messageList,
  messagePageQuery,
  readAllMessages,
  recordMessageExport,
  useDeleteMessage,
} from './queries.ts'
import { messageWording as wording } from './wording.ts'

export function ContactMessagesScreen() {
  const list = useListState(messageList)
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
        <ListFilters list={list} searchLabel={wording.search}>
          <DayRangeFields days={list.state} onChosen={list.setFilters} />
        </ListFilters>
        <ExportStatus exporting={exporting} wording={wording.exports} />
        <MessageResults list={list} />
      </div>
    </Screen>
  )
}

function MessageResults({ list }: { list: List<DayRange> }) {
  const query = useQuery(messagePageQuery(list.debounced))
  const [deleting, setDeleting] = useState<ContactMessage>()
  const toast = useToast()
  const { makeClient, dialog } = useMakeClient()

  function finishDeleting() {
    setDeleting(undefined)
    toast({ text: wording.removeDialog.done })
  }

  const refreshing = query.isPlaceholderData || !list.isDebounced
  return (
    <>
      <RecordList
        list={list}
        query={query}
        refreshing={refreshing}
        title={wording.title}
        loading={wording.loading}
        loadFailed={wording.loadFailed}
        count={({ state, total }) => (isFiltered(state) ? wording.matches(total) : wording.count(total))}
        emptyPage={{ icon: 'mail', title: wording.none, detail: wording.noneHere }}
        nothing={({ state }) =>
          isFiltered(state) ? (
            <NoMatches list={list} title={wording.none}>
              {wording.noneMatch}
            </NoMatches>
          ) : (
            <EmptyState icon="mail" title={wording.none}>
              {wording.noneYet}
            </EmptyState>
          )
        }
      >
        {({ items }, countLine) => (
          <MessageTable
            messages={items}
            refreshing={refreshing}
            focusAfterRow={countLine}
            onMakeClient={makeClient}
            onDelete={setDeleting}
          />
        )}
      </RecordList>
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

/** Loaded by the click. */
const makers = {
  csv: async (order: MessageExport) => (await import('./make-csv.ts')).makeCsv(order),
  pdf: async (order: MessageExport) => (await import('./make-pdf.ts')).makePdf(order),
}

const exportKinds = Object.keys(makers) as (keyof typeof makers)[]

/** Exports all messages that match, not only the page. Each export is recorded first, or does not happen. */
function useMessageExport(filters: MessageFilters) {
  return useExport<keyof typeof makers>(async (kind, { signal, show, setFailureMessage }) => {
    show('starting')
    setFailureMessage(wording.exports.notRead)
    const messages = await readAllMessages(filters, signal)
    setFailureMessage(wording.exports.notRecorded)
    await recordMessageExport(kind, messages.length)
    setFailureMessage(wording.exports.notMade, wording.exports.notMadeDetail)
    const onProgress = (done: number) => show({ done, total: messages.length })
    const file = await makers[kind]({ messages, filters, signal, onProgress })
    signal.throwIfAborted()
    saveFile(file, `contact_messages.${kind}`)
    return wording.exports.done[kind]
  })
}

type DeleteMessageDialogProps = { message: ContactMessage; onClose: () => void; onDeleted: () => void }

/** docs/product.md 45. */
function DeleteMessageDialog({ message, onClose, onDeleted }: DeleteMessageDialogProps) {
  const removal = useDeleteMessage(message)
  const { error } = removal
  const { failed } = wording.removeDialog
  return (
    <ConfirmDialog
      open
      title={wording.removeDialog.title}
      confirmLabel={wording.removeDialog.confirm}
      busy={removal.isPending}
      error={error ? [failed, reasonAfter(failed, error)].filter(Boolean).join(' ') : undefined}
      onCancel={onClose}
      onConfirm={() => removal.mutate(undefined, { onSuccess: onDeleted })}
    >
      <div className="stack">
        <p>{wording.removeDialog.question}</p>
        <p dir="auto">
          {wording.removeDialog.from} <strong>{message.name}</strong> (
          <EmailAddress address={message.email} />)
        </p>
      </div>
    </ConfirmDialog>
  )
}
