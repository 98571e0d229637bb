import './user-management.css'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { Role } from '#contract/access/roles.ts'
import type { Employee } from '#contract/employees/schema.ts'
import { screenPath, screens } from '#contract/paths.ts'
import { ListFilters } from '#portal/lists/list-filters.tsx'
import { type List, useListState } from '#portal/lists/list-state.ts'
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
import { Caseload, HandOverDialog } from './hand-over.tsx'
import { MailAsFile } from './mail-as-file.tsx'
import {
  type EmployeeFilters,
  employeeList,
  employeeQuery,
  useDeleteEmployee,
  useResetTwoStep,
  useSignOutEmployee,
} from './queries.ts'
import { roleOptions } from './role-options.ts'

type OpenDialog = { kind: 'edit' | 'delete' | 'handOver' | 'signOut' | 'resetTwoStep'; employee: Employee }

export function UserManagementScreen() {
  const list = useListState(employeeList)
  const resultMessage = useRef<HTMLDivElement>(null)
  const employees = useQuery(employeeQuery(list.debounced))
  const { message, showMessage, showInPage, dismiss } = useMessages(resultMessage)
  const [dialog, setDialog] = useState<OpenDialog>()

  function open(next: OpenDialog) {
    dismiss()
    setDialog(next)
  }

  function finish(title: string) {
    setDialog(undefined)
    showInPage({ tone: 'success', title, ...(dialog && { detail: fullName(dialog.employee) }) })
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
        <EmployeeListFilters list={list} />
        <EmployeeList
          list={list}
          query={employees}
          showMessage={showMessage}
          // A record that was asked for earlier and arrives later replaces nothing.
          onEdit={(employee) => dialog ?? open({ kind: 'edit', employee })}
          onDelete={(employee) => open({ kind: 'delete', employee })}
          onSignOut={(employee) => open({ kind: 'signOut', employee })}
          onHandOver={(employee) => open({ kind: 'handOver', employee })}
          onResetTwoStep={(employee) => open({ kind: 'resetTwoStep', employee })}
        />
        {/* An action can remove an employee's mail from the list, which must not be reported as sent. */}
        <UnsentMail key={message?.count} />
        <ResultMessage message={message} onDismiss={dismiss} ref={resultMessage} />
      </div>
      {dialog?.kind === 'edit' && (
        <EditEmployeeDialog
          key={dialog.employee.id}
          employee={dialog.employee}
          onClose={() => setDialog(undefined)}
          onSaved={() => finish('Employee updated successfully.')}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteEmployeeDialog
          employee={dialog.employee}
          onClose={() => setDialog(undefined)}
          onDeleted={() => finish('Employee deleted successfully.')}
          onHandOver={() => open({ kind: 'handOver', employee: dialog.employee })}
        />
      )}
      {dialog?.kind === 'handOver' && (
        <HandOverDialog
          employee={dialog.employee}
          onClose={() => setDialog(undefined)}
          onDone={(result) => {
            setDialog(undefined)
            showInPage({ tone: 'success', ...result })
          }}
        />
      )}
      {dialog?.kind === 'signOut' && (
        <SignOutDialog
          employee={dialog.employee}
          onClose={() => setDialog(undefined)}
          onDone={() => finish('The employee was signed out everywhere.')}
        />
      )}
      {dialog?.kind === 'resetTwoStep' && (
        <ResetTwoStepDialog
          employee={dialog.employee}
          onClose={() => setDialog(undefined)}
          onDone={() => finish('Two-step sign-in was reset. The employee gets an email about it.')}
        />
      )}
    </Screen>
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

type EmployeeListFiltersProps = { list: List<EmployeeFilters> }

function EmployeeListFilters({ list }: EmployeeListFiltersProps) {
  return (
    <ListFilters list={list} searchLabel="Search by name">
      <SelectField
        label="Role"
        options={[{ value: '', label: 'All Roles' }, ...roleOptions]}
        value={list.state.role ?? ''}
        onChange={(event) =>
          list.setFilters({ role: (event.currentTarget.value || undefined) as Role | undefined })
        }
      />
    </ListFilters>
  )
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

/** Two employees can have the same name. */
function AboutEmployee({ employee }: { employee: Employee }) {
  return (
    <p>
      <Person name={fullName(employee)} email={employee.email} />
    </p>
  )
}

type ActionDialogProps = { employee: Employee; onClose: () => void; onDone: () => void }

function SignOutDialog({ employee, onClose, onDone }: ActionDialogProps) {
  const { sub } = useSession()
  const signingOut = useSignOutEmployee(employee)
  return (
    <ConfirmDialog
      open
      title="Sign out everywhere?"
      confirmLabel="Sign out"
      busy={signingOut.isPending}
      error={refusalText('signOut', signingOut.error)}
      onCancel={onClose}
      onConfirm={() => signingOut.mutate(undefined, { onSuccess: onDone })}
    >
      <div className="stack">
        <AboutEmployee employee={employee} />
        <p>{fullName(employee)} has to sign in again in every browser. Text that was not saved is kept.</p>
        {employee.id === sub && <p>This is your own account. You will be signed out here, too.</p>}
      </div>
    </ConfirmDialog>
  )
}

function ResetTwoStepDialog({ employee, onClose, onDone }: ActionDialogProps) {
  const reset = useResetTwoStep(employee)
  return (
    <ConfirmDialog
      open
      title="Reset two-step sign-in?"
      confirmLabel="Reset"
      busy={reset.isPending}
      error={refusalText('resetTwoStep', reset.error)}
      onCancel={onClose}
      onConfirm={() => reset.mutate(undefined, { onSuccess: onDone })}
    >
      <div className="stack">
        <AboutEmployee employee={employee} />
        <p>
          Only do this if you are sure that the request comes from {fullName(employee)}. They will be signed
          out and can sign in with the password alone until they set it up again.
        </p>
      </div>
    </ConfirmDialog>
  )
}

function refusalText(action: EmployeeAction, error: unknown): string | undefined {
  if (!error) return undefined
  const { title, detail } = failureMessage(action, error)
  return [title, detail].filter(Boolean).join(' ')
}

type DeleteEmployeeDialogProps = {
  employee: Employee
  onClose: () => void
  onDeleted: () => void
  onHandOver: () => void
}

/** docs/product.md 45. */
function DeleteEmployeeDialog({ employee, onClose, onDeleted, onHandOver }: DeleteEmployeeDialogProps) {
  const { sub } = useSession()
  const removal = useDeleteEmployee(employee)
  return (
    <ConfirmDialog
      open
      title="Delete employee"
      confirmLabel="Delete"
      busy={removal.isPending}
      error={refusalText('remove', removal.error)}
      onCancel={onClose}
      onConfirm={() => removal.mutate(undefined, { onSuccess: onDeleted })}
    >
      <div className="stack">
        <p>Are you sure you want to delete this employee?</p>
        <AboutEmployee employee={employee} />
        <p>
          {fullName(employee)} will be signed out right away and can no longer sign in. Their notes remain.
        </p>
        <Caseload employee={employee} onHandOver={onHandOver} />
        {employee.id === sub && <p>This is your own account. You will be signed out.</p>}
      </div>
    </ConfirmDialog>
  )
}
