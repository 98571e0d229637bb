import './contact-messages.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { screens } from '#contract/paths.ts'
import { ActionDialog, useAction } from '#portal/action/action.tsx'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { type DayRange, readDays } from '#portal/days/day-range.ts'
import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ExportButton, ExportStatus, useExport } from '#portal/downloads/export.tsx'
import { saveFile } from '#portal/downloads/files.ts'
import { useDraftAddress } from '#portal/drafts/draft-address.ts'
import { beginDraft } from '#portal/drafts/drafts.ts'
import { ListFilters, NoMatches } from '#portal/lists/list-filters.tsx'
import { isFiltered, type List, useListState } from '#portal/lists/list-state.ts'
import { RecordList } from '#portal/lists/record-list.tsx'
import { changesNoRecord } from '#portal/query-client.ts'
import { plural } from '#portal/screen/plural.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EmailAddress } from '#ui/unbroken-text.tsx'
import { MessageTable } from './message-table.tsx'
import {
  type MessageExport,
  type MessageFilters,
  messagePageQuery,
  readAllMessages,
  recordMessageExport,
  useDeleteMessage,
  useMarkRead,
} from './queries.ts'

export function ContactMessagesScreen() {
  const list = useListState(readDays)
  const exporting = useMessageExport(list.state)
  return (
    <Screen
      title={screens.contactMessages.title}
      confidential
      actions={exportKinds.map((kind) => <ExportButton key={kind} exporting={exporting} kind={kind} />)}
    >
      <div className="list-screen contact-messages">
        <ListFilters list={list} searchLabel="Search by name or email">
          <DayRangeFields days={list.state} onChosen={list.setFilters} />
        </ListFilters>
        <ExportStatus
          exporting={exporting}
          progressText={(done, total) =>
            `Message ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
          }
        />
        <MessageResults list={list} />
      </div>
    </Screen>
  )
}

function MessageResults({ list }: { list: List<DayRange> }) {
  const query = useQuery(messagePageQuery(list.state))
  const [deleting, setDeleting] = useState<ContactMessage>()
  const addAsClient = useAction(useAddAsClient(), { failed: (error) => ({ title: errorMessage(error) }) })
  return (
    <>
      <RecordList
        list={list}
        query={query}
        title={screens.contactMessages.title}
        loading="Loading messages…"
        loadFailed="Unable to load messages."
        count={({ state, total }) =>
          isFiltered(state)
            ? `${plural(total, 'message', 'messages')} found`
            : plural(total, 'message', 'messages')
        }
        emptyPage={{
          icon: 'mail',
          title: 'No messages found.',
          detail: 'The messages that were here have been deleted.',
        }}
        nothing={({ state }) =>
          isFiltered(state) ? (
            <NoMatches list={list} title="No messages found.">
              Try a shorter part of the name or email, choose other dates, or clear the filters.
            </NoMatches>
          ) : (
            <EmptyState icon="mail" title="No messages found.">
              Messages from the website’s contact form arrive here.
            </EmptyState>
          )
        }
      >
        {(shown) => (
          <MessageTable
            {...shown}
            onAddAsClient={(message) => void addAsClient.start(message)}
            onDelete={setDeleting}
          />
        )}
      </RecordList>
      {deleting && <DeleteMessageDialog message={deleting} onClose={() => setDeleting(undefined)} />}
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
    setFailureMessage('The messages could not be loaded for the download.')
    const messages = await readAllMessages(filters, signal)
    setFailureMessage('Nothing was downloaded because the download couldn’t be logged.')
    await recordMessageExport(kind, messages.length)
    setFailureMessage(
      'The file could not be created.',
      'Reload the page and try again, or choose fewer days.',
    )
    const onProgress = (done: number) => show({ done, total: messages.length })
    const file = await makers[kind]({ messages, filters, signal, onProgress })
    signal.throwIfAborted()
    saveFile(file, `contact_messages.${kind}`)
    return `The ${kind.toUpperCase()} file is in your downloads.`
  })
}

type DeleteMessageDialogProps = { message: ContactMessage; onClose: () => void }

/** docs/product.md 45. */
function DeleteMessageDialog({ message, onClose }: DeleteMessageDialogProps) {
  const removal = useAction(useDeleteMessage(message), {
    done: 'Message deleted.',
    failed: 'Failed to delete message. Please try again.',
  })
  return (
    <ActionDialog
      action={removal}
      title="Delete message"
      confirmLabel="Delete"
      onConfirm={() => void removal.start(undefined, onClose)}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this message?</p>
      <p dir="auto">
        From <strong>{message.name}</strong> (
        <EmailAddress address={message.email} />)
      </p>
    </ActionDialog>
  )
}

/** Opens the client form for the sender of a message, by a draft: no name is in an address. */
function useAddAsClient() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const addressOf = useDraftAddress()
  const marking = useMarkRead()
  return useMutation({
    async mutationFn({ id, name, email, message, readAt }: ContactMessage) {
      // docs/product.md 70: the message becomes the draft of the first note.
      const values = { ...splitName(name), email, firstNote: message }
      const draft = await beginDraft(queries, 'new-client', values)
      if (readAt === null) marking.mutate({ id, read: true })
      navigate(addressOf(draft.state.key))
    },
    meta: changesNoRecord,
  })
}

/** A name written in one line, as the client form asks for it: the last word is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}
