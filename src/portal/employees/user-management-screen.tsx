import './user-management.css'
import { useRef, useState } from 'react'
import type { Employee } from '#contract/employees/schema.ts'
import { screenPath } from '#contract/paths.ts'
import { NotLoaded } from '#portal/calls/not-loaded.tsx'
import { UnsentMail } from '#portal/outgoing-mail/unsent-mail.tsx'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { DeleteEmployeeDialog } from './delete-employee-dialog.tsx'
import { EditEmployeeDialog } from './edit-employee-dialog.tsx'
import { EmployeeFilters } from './employee-filters.tsx'
import { EmployeeList } from './employee-list.tsx'
import { useEmployeeList } from './list-state.ts'
import { MessagePlace, type ShownMessage } from './message-place.tsx'
import { useEmployees } from './queries.ts'
import type { Message } from './refusal.ts'
import { employeeScreenWording } from './wording.ts'

const { list: wording, done } = employeeScreenWording

type OpenDialog = { kind: 'edit' | 'delete'; employee: Employee }

export function UserManagementScreen() {
  const list = useEmployeeList()
  const searchBox = useRef<HTMLInputElement>(null)
  const employees = useEmployees(list.debounced)
  const { data, error, isPlaceholderData } = employees
  const { message, say, dismiss } = useMessages()
  const [dialog, setDialog] = useState<OpenDialog>()

  function open(next: OpenDialog) {
    dismiss()
    setDialog(next)
  }

  function finish(title: string) {
    setDialog(undefined)
    say({ tone: 'success', title })
  }

  return (
    <Screen
      title={wording.title}
      confidential
      actions={
        <LinkButton tone="primary" icon="plus" href={screenPath('admin', 'addEmployee')}>
          {wording.add}
        </LinkButton>
      }
    >
      <div className="list-screen user-management">
        <EmployeeFilters list={list} searchBox={searchBox} />
        <MessagePlace message={message} onDismiss={dismiss} />
        {data && (
          <EmployeeList
            found={data}
            list={list}
            searchBox={searchBox}
            refreshing={isPlaceholderData || !list.isDebounced}
            say={say}
            onEdit={(employee) => open({ kind: 'edit', employee })}
            onDelete={(employee) => open({ kind: 'delete', employee })}
          />
        )}
        {!data && !error && <LoadingPlace shape="rows" lines={10} label={wording.loading} />}
        {!data && error && <NotLoaded message={wording.loadFailed} query={employees} />}
        {/* What is done to an employee may take their mail from the list: from then on its going says nothing. */}
        <UnsentMail key={message?.count} />
      </div>
      {dialog?.kind === 'edit' && (
        <EditEmployeeDialog
          employee={dialog.employee}
          onClose={() => setDialog(undefined)}
          onSaved={() => finish(done.edit)}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteEmployeeDialog
          employee={dialog.employee}
          onClose={() => setDialog(undefined)}
          onDeleted={() => finish(done.remove)}
        />
      )}
    </Screen>
  )
}

function useMessages() {
  const [message, setMessage] = useState<ShownMessage>()
  const say = (next: Message) => setMessage((before) => ({ ...next, count: (before?.count ?? 0) + 1 }))
  return { message, say, dismiss: () => setMessage(undefined) }
}
