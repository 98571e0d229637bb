import './user-management.css'
import { type UseMutationResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Employee } from '#contract/employees/schema.ts'
import { screenPath, screens } from '#contract/paths.ts'
import { ActionDialog, useAction } from '#portal/action/action.tsx'
import type { Message } from '#portal/action/message.ts'
import { ScreenResult, useScreenResult } from '#portal/action/screen-result.tsx'
import { useNamedDraft } from '#portal/drafts/draft-address.ts'
import { formOf } from '#portal/drafts/drafts.ts'
import { ListFilters } from '#portal/lists/list-filters.tsx'
import { useListState } from '#portal/lists/list-state.ts'
import { unsentMailQuery } from '#portal/outgoing-mail/queries.ts'
import { UnsentMail } from '#portal/outgoing-mail/unsent-mail.tsx'
import { fullName, Person } from '#portal/screen/person.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { LinkButton } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { EditEmployeeDialog } from './edit-employee-dialog.tsx'
import { type EmployeeAction, failureMessage } from './employee-actions.ts'
import { EmployeeList } from './employee-list.tsx'
import type { EmployeeDialog } from './employee-table.tsx'
import { roleOptions } from './employee-values.ts'
import { Caseload, HandOverDialog } from './hand-over.tsx'
import {
  employeeToEdit,
  readEmployeeFilters,
  useDeleteEmployee,
  useResetTwoStep,
  useSignOutEmployee,
  useUnlinkAccount,
} from './queries.ts'

type OpenDialog = { kind: EmployeeDialog; employee: Employee }

export function UserManagementScreen() {
  const list = useListState(readEmployeeFilters)
  const { message, say, dismiss, region } = useScreenResult()
  const [opened, setDialog] = useState<OpenDialog>()
  const named = useNamedEmployee()
  const dialog = opened ?? (named && { kind: 'edit' as const, employee: named })
  const { data: unsent = [] } = useQuery({ ...unsentMailQuery, refetchInterval: false })
  // An email that turns out to wait was not sent.
  const isWithdrawn = unsent.some(({ recipient }) => recipient === message?.about)

  function open(kind: EmployeeDialog, employee: Employee) {
    dismiss()
    // A record that arrives late replaces no dialog that was opened meanwhile.
    setDialog((opened) => (kind === 'edit' && opened) || { kind, employee })
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
        <EmployeeList list={list} say={say} onOpen={open} />
        <UnsentMail />
        <ScreenResult result={{ region, message: isWithdrawn ? undefined : message, dismiss }} />
      </div>
      {dialog && (
        <OpenEmployeeDialog
          {...dialog}
          say={say}
          onClose={() => setDialog(undefined)}
          onHandOver={() => open('handOver', dialog.employee)}
        />
      )}
    </Screen>
  )
}

/** The employee whose unfinished changes the address names. */
function useNamedEmployee(): Employee | undefined {
  const [form, id = ''] = formOf(useNamedDraft().named).split(':')
  return useQuery({ ...employeeToEdit(id), enabled: form === 'edit-employee' }).data
}

type OpenEmployeeDialogProps = OpenDialog & {
  say: (message: Message) => void
  onClose: () => void
  onHandOver: () => void
}

function OpenEmployeeDialog({ kind, onHandOver, ...shared }: OpenEmployeeDialogProps) {
  const { employee, say, onClose } = shared
  const removal = useDeleteEmployee(employee)
  const signingOut = useSignOutEmployee(employee)
  const resetting = useResetTwoStep(employee)
  const unlinking = useUnlinkAccount(employee)
  const { sub } = useSession()
  const name = fullName(employee)
  const isOwn = employee.id === sub
  switch (kind) {
    case 'edit':
      return (
        <EditEmployeeDialog
          employee={employee}
          onClose={onClose}
          onSaved={() => {
            say({ title: 'Employee updated successfully.', detail: name })
          }}
        />
      )
    case 'handOver':
      return <HandOverDialog {...shared} />
    case 'delete':
      return (
        <EmployeeQuestion
          {...shared}
          title="Delete employee"
          confirmLabel="Delete"
          question="Are you sure you want to delete this employee?"
          action="remove"
          mutation={removal}
          done="Employee deleted successfully."
        >
          <p>{name} will be signed out right away and can no longer sign in. Their notes remain.</p>
          <Caseload employee={employee} onHandOver={onHandOver} />
          {isOwn && <p>This is your own account. You will be signed out.</p>}
        </EmployeeQuestion>
      )
    case 'signOut':
      return (
        <EmployeeQuestion
          {...shared}
          title="Sign out everywhere?"
          confirmLabel="Sign out"
          action="signOut"
          mutation={signingOut}
          done="The employee was signed out everywhere."
        >
          <p>{name} will have to sign in again in every browser. Unsaved text is kept.</p>
          {isOwn && <p>This is your own account. You will be signed out here, too.</p>}
        </EmployeeQuestion>
      )
    case 'unlinkAccount':
      return (
        <EmployeeQuestion
          {...shared}
          title="Remove link to work account?"
          confirmLabel="Remove"
          action="unlinkAccount"
          mutation={unlinking}
          done="The link was removed. The employee gets an email about it."
        >
          <p>{name} will be signed out wherever they have signed in with that account.</p>
          <p>If they sign in with an account that has their email address, that one is linked again.</p>
        </EmployeeQuestion>
      )
    case 'resetTwoStep':
      return (
        <EmployeeQuestion
          {...shared}
          title="Reset two-step sign-in?"
          confirmLabel="Reset"
          action="resetTwoStep"
          mutation={resetting}
          done="Two-step sign-in was reset. The employee gets an email about it."
        >
          <p>
            Only do this if you are sure that the request comes from {name}. Their authenticator app and
            passkeys are removed. They will be signed out and can sign in with the password alone until they
            set up two-step sign-in again.
          </p>
        </EmployeeQuestion>
      )
  }
}

type EmployeeQuestionProps = Omit<OpenEmployeeDialogProps, 'kind' | 'onHandOver'> & {
  title: string
  question?: string
  confirmLabel: string
  action: EmployeeAction
  mutation: UseMutationResult<unknown, Error, void>
  done: string
  children: ReactNode
}

/** Asks before an action. Names the employee with the email address: two can have the same name. */
function EmployeeQuestion(props: EmployeeQuestionProps) {
  const { employee, title, question, confirmLabel, mutation, done, say, onClose, children } = props
  const name = fullName(employee)
  const action = useAction(mutation, {
    done: { title: done, detail: name },
    failed: (error) => failureMessage(props.action, error),
    say,
  })
  return (
    <ActionDialog
      action={action}
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={() => void action.start(undefined, onClose)}
      onClose={onClose}
    >
      {question && <p>{question}</p>}
      <p>
        <Person name={name} email={employee.email} />
      </p>
      {children}
    </ActionDialog>
  )
}
