import './user-management.css'
import { type UseMutationResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { Employee } from '#contract/employees/schema.ts'
import { screenPath, screens } from '#contract/paths.ts'
import { ListFilters } from '#portal/lists/list-filters.tsx'
import { useListState } from '#portal/lists/list-state.ts'
import { unsentMailQuery } from '#portal/outgoing-mail/queries.ts'
import { UnsentMail } from '#portal/outgoing-mail/unsent-mail.tsx'
import { fullName } from '#portal/screen/full-name.ts'
import { Person } from '#portal/screen/person.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { useUncoveredFocus } from '#ui/uncover-focus.ts'
import { EditEmployeeDialog } from './edit-employee-dialog.tsx'
import { type EmployeeAction, failureMessage, type Message } from './employee-actions.ts'
import { EmployeeList } from './employee-list.tsx'
import type { EmployeeDialog } from './employee-table.tsx'
import { Caseload, HandOverDialog } from './hand-over.tsx'
import { MailAsFile } from './mail-as-file.tsx'
import {
  employeeList,
  employeeQuery,
  useDeleteEmployee,
  useResetTwoStep,
  useSignOutEmployee,
} from './queries.ts'
import { roleOptions } from './role-options.ts'

type OpenDialog = { kind: EmployeeDialog; employee: Employee }

export function UserManagementScreen() {
  const list = useListState(employeeList)
  const resultMessage = useRef<HTMLDivElement>(null)
  const employees = useQuery(employeeQuery(list.debounced))
  const { message, showMessage, showInPage, dismiss } = useMessages(resultMessage)
  const [dialog, setDialog] = useState<OpenDialog>()

  function open(kind: EmployeeDialog, employee: Employee) {
    // A record that was asked for earlier and arrives later replaces nothing.
    if (kind === 'edit' && dialog) return
    dismiss()
    setDialog({ kind, employee })
  }

  return (
    <Screen
      title={screens.userManagement.title}
      confidential
      actions={
        <LinkButton tone="primary" icon="plus" href={screenPath('admin', 'addEmployee')}>
          Add Employee
        </LinkButton>
      }
    >
      <div className="list-screen user-management">
        <ListFilters list={list} searchLabel="Search by name">
          <SelectField
            label="Role"
            options={[{ value: '', label: 'All Roles' }, ...roleOptions]}
            {...list.selectFor('role')}
          />
        </ListFilters>
        <EmployeeList list={list} query={employees} showMessage={showMessage} onOpen={open} />
        {/* An action can remove an employee's mail from the list, which must not be reported as sent. */}
        <UnsentMail key={message?.count} />
        <ResultMessage message={message} onDismiss={dismiss} ref={resultMessage} />
      </div>
      {dialog && (
        <OpenEmployeeDialog
          {...dialog}
          onClose={() => setDialog(undefined)}
          onDone={(title, detail = fullName(dialog.employee)) => {
            setDialog(undefined)
            showInPage({ tone: 'success', title, detail })
          }}
          onHandOver={() => open('handOver', dialog.employee)}
        />
      )}
    </Screen>
  )
}

type OpenEmployeeDialogProps = OpenDialog & {
  onClose: () => void
  /** Without a detail, the employee is named. */
  onDone: (title: string, detail?: string) => void
  onHandOver: () => void
}

function OpenEmployeeDialog({ kind, employee, onClose, onDone, onHandOver }: OpenEmployeeDialogProps) {
  const removal = useDeleteEmployee(employee)
  const signingOut = useSignOutEmployee(employee)
  const resetting = useResetTwoStep(employee)
  const { sub } = useSession()
  const name = fullName(employee)
  const isOwn = employee.id === sub
  const shared = { employee, onClose }
  switch (kind) {
    case 'edit':
      return <EditEmployeeDialog {...shared} onSaved={() => onDone('Employee updated successfully.')} />
    case 'handOver':
      return <HandOverDialog {...shared} onDone={(result) => onDone(result, '')} />
    case 'delete':
      return (
        <ActionDialog
          {...shared}
          title="Delete employee"
          confirmLabel="Delete"
          question="Are you sure you want to delete this employee?"
          action="remove"
          mutation={removal}
          onDone={() => onDone('Employee deleted successfully.')}
        >
          <p>{name} will be signed out right away and can no longer sign in. Their notes remain.</p>
          <Caseload employee={employee} onHandOver={onHandOver} />
          {isOwn && <p>This is your own account. You will be signed out.</p>}
        </ActionDialog>
      )
    case 'signOut':
      return (
        <ActionDialog
          {...shared}
          title="Sign out everywhere?"
          confirmLabel="Sign out"
          action="signOut"
          mutation={signingOut}
          onDone={() => onDone('The employee was signed out everywhere.')}
        >
          <p>{name} will have to sign in again in every browser. Unsaved text is kept.</p>
          {isOwn && <p>This is your own account. You will be signed out here, too.</p>}
        </ActionDialog>
      )
    case 'resetTwoStep':
      return (
        <ActionDialog
          {...shared}
          title="Reset two-step sign-in?"
          confirmLabel="Reset"
          action="resetTwoStep"
          mutation={resetting}
          onDone={() => onDone('Two-step sign-in was reset. The employee gets an email about it.')}
        >
          <p>
            Only do this if you are sure that the request comes from {name}. They will be signed out and can
            sign in with the password alone until they set up two-step sign-in again.
          </p>
        </ActionDialog>
      )
  }
}

type ActionDialogProps = {
  employee: Employee
  title: string
  question?: string
  confirmLabel: string
  action: EmployeeAction
  mutation: UseMutationResult<unknown, Error, void>
  onClose: () => void
  onDone: () => void
  children: ReactNode
}

/** Asks before an action. Names the employee with the email address: two can have the same name. */
function ActionDialog(props: ActionDialogProps) {
  const { employee, title, question, confirmLabel, action, mutation, onClose, onDone, children } = props
  const failure = mutation.error && failureMessage(action, mutation.error)
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={confirmLabel}
      busy={mutation.isPending}
      error={failure ? [failure.title, failure.detail].filter(Boolean).join(' ') : undefined}
      onCancel={onClose}
      onConfirm={() => mutation.mutate(undefined, { onSuccess: onDone })}
    >
      <div className="stack">
        {question && <p>{question}</p>}
        <p>
          <Person name={fullName(employee)} email={employee.email} />
        </p>
        {children}
      </div>
    </ConfirmDialog>
  )
}

/**
 * A result can arrive after the person has left the screen or opened a dialog above it. It then becomes a toast, unless it
 * holds a file.
 */
function useMessages(region: RefObject<HTMLElement | null>) {
  const [message, setMessage] = useState<ShownMessage>()
  const toast = useToast()
  const { data: unsent = [] } = useQuery({ ...unsentMailQuery, refetchInterval: false })
  const { mailTo } = message ?? {}
  const isWithdrawn = unsent.some(({ recipient }) => recipient === mailTo)

  const showInPage = (next: Message) => setMessage((before) => ({ ...next, count: (before?.count ?? 0) + 1 }))

  function showMessage(next: Message) {
    if (region.current && (next.file?.mailIsFile || !document.querySelector('dialog[open]')))
      return showInPage(next)
    toast({ tone: next.tone, text: [next.title, next.detail].filter(Boolean).join(' ') })
  }
  return {
    message: isWithdrawn ? undefined : message,
    showMessage,
    showInPage,
    dismiss: () => setMessage(undefined),
  }
}

/** Counted: the same message is announced again. */
type ShownMessage = Message & { count: number }

type ResultMessageProps = {
  message: ShownMessage | undefined
  onDismiss: () => void
  ref: RefObject<HTMLDivElement | null>
}

/** The result of an action, which stays visible anywhere in a long list. */
function ResultMessage({ message, onDismiss, ref }: ResultMessageProps) {
  useUncoveredFocus(ref, message)
  const isSuccess = message?.tone === 'success'
  const banner = message && (
    <Banner
      key={message.count}
      tone={message.tone}
      title={message.title}
      announce={isSuccess ? 'none' : 'alert'}
      onDismiss={onDismiss}
    >
      {message.detail && <UnbrokenText text={message.detail} />}
      {message.file && <MailAsFile {...message.file} />}
    </Banner>
  )
  return (
    <div className="screen-result screen-only" ref={ref}>
      {/* In the page from the start: a status that is added with its text is often not announced. */}
      <div role="status">{isSuccess && banner}</div>
      {!isSuccess && banner}
    </div>
  )
}
