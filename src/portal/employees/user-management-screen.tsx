import './user-management.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Employee } from '#contract/employees/schema.ts'
import { screenPath } from '#contract/paths.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { UnsentMail } from '#portal/outgoing-mail/unsent-mail.tsx'
import { useListState } from '#portal/screen/list-state.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { DeleteEmployeeDialog } from './delete-employee-dialog.tsx'
import { EditEmployeeDialog } from './edit-employee-dialog.tsx'
import { EmployeeList } from './employee-list.tsx'
import { EmployeeListFilters } from './employee-list-filters.tsx'
import { MessagePlace, type ShownMessage } from './message-place.tsx'
import { employeeList, employeeQuery } from './queries.ts'
import type { Message } from './refusal.ts'
import { employeeScreenWording } from './wording.ts'

const { list: wording, done } = employeeScreenWording

type OpenDialog = { kind: 'edit' | 'delete'; employee: Employee }

export function UserManagementScreen() {
  const list = useListState(employeeList)
  const searchBox = useRef<HTMLInputElement>(null)
  const employees = useQuery(employeeQuery(list.debounced))
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
        <EmployeeListFilters list={list} searchBox={searchBox} />
        <MessagePlace message={message} onDismiss={dismiss} />
        <Loaded
          query={employees}
          waiting={<LoadingPlace shape="rows" lines={10} label={wording.loading} />}
          failed={wording.loadFailed}
        >
          {(found) => (
            <EmployeeList
              found={found}
              list={list}
              searchBox={searchBox}
              refreshing={employees.isPlaceholderData || !list.isDebounced}
              say={say}
              onEdit={(employee) => open({ kind: 'edit', employee })}
              onDelete={(employee) => open({ kind: 'delete', employee })}
            />
          )}
        </Loaded>
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
