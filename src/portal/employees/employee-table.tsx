import { linkDuration } from '#contract/durations.ts'
import type { Employee } from '#contract/employees/schema.ts'
import { screens } from '#contract/paths.ts'
import { useAction } from '#portal/action/action.tsx'
import type { Message } from '#portal/action/message.ts'
import type { ShownRows } from '#portal/lists/record-list.tsx'
import { SetUpMailBadge } from '#portal/outgoing-mail/unsent-mail.tsx'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/person.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { providerName } from '#portal/two-step/provider.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable, type TableSort } from '#ui/data-table.tsx'
import { Menu } from '#ui/menu.tsx'
import { EmailAddress } from '#ui/unbroken-text.tsx'
import { type EmployeeAction, failureMessage, forbiddenMessage, mayDo } from './employee-actions.ts'
import { usesPassword } from './employee-values.ts'
import { MailAsFile } from './mail-as-file.tsx'
import { useReadEmployee, useResendSetupEmail } from './queries.ts'
import { RoleMenu } from './role-menu.tsx'

/** The dialogs that the buttons of a row open. */
export type EmployeeDialog = 'edit' | 'delete' | 'handOver' | 'signOut' | 'resetTwoStep' | 'unlinkAccount'

export type RowActionProps = {
  say: (message: Message) => void
  onOpen: (dialog: EmployeeDialog, employee: Employee) => void
}

type EmployeeTableProps = RowActionProps & ShownRows<Employee> & { sort?: TableSort }

export function EmployeeTable({ say, onOpen, ...shown }: EmployeeTableProps) {
  const columns: Column<Employee>[] = [
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      width: '22rem',
      cell: (employee) => <EmployeeName employee={employee} />,
    },
    {
      key: 'dob',
      header: 'Date of Birth',
      width: '8rem',
      oneLine: true,
      cell: ({ dob }) => (dob ? shortCalendarDate(dob) : <NotGiven />),
    },
    {
      key: 'address',
      header: 'Address',
      width: '14rem',
      cell: ({ address }) =>
        address ? (
          <span className="employee-address" dir="auto">
            {address}
          </span>
        ) : (
          <NotGiven />
        ),
    },
    {
      key: 'role',
      header: 'Role',
      width: '12rem',
      cell: (employee) => <RoleMenu employee={employee} say={say} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      screenOnly: true,
      width: '19rem',
      inCard: 'start',
      cell: (employee) => <RowActions employee={employee} say={say} onOpen={onOpen} />,
    },
  ]
  return (
    <DataTable caption={screens.userManagement.title} columns={columns} rowKey={({ id }) => id} {...shown} />
  )
}

function EmployeeName({ employee }: { employee: Employee }) {
  return (
    <div className="list-name">
      <span id={nameId(employee)} dir="auto">
        {fullName(employee)}
      </span>
      <span id={emailId(employee)} className="person-email small-soft">
        <EmailAddress address={employee.email} />
      </span>
      {!employee.hasPassword && (
        <>
          {!employee.hasOrganizationAccount && usesPassword(employee.role) && (
            <Badge tone="blue">No password yet</Badge>
          )}
          <SetUpMailBadge recipient={employee.email} />
        </>
      )}
      {employee.hasTwoStep && <Badge tone="green">Two-step sign-in</Badge>}
      {employee.hasOrganizationAccount && <Badge tone="green">Work account</Badge>}
    </div>
  )
}

function NotGiven() {
  return <span className="soft">Not given</span>
}

const nameId = ({ id }: Employee): string => `employee-${id}`
const emailId = ({ id }: Employee): string => `employee-${id}-email`

/** Name and email describe the buttons: two employees can have the same name. */
function RowActions({ employee, say, onOpen }: RowActionProps & { employee: Employee }) {
  const { role, sub } = useSession()
  const { email, hasPassword, hasTwoStep, hasOrganizationAccount } = employee
  const aboutIds = `${nameId(employee)} ${emailId(employee)}`
  const open = (dialog: EmployeeDialog) => () => onOpen(dialog, employee)
  const editing = useAction(useReadEmployee(employee), {
    done(current) {
      onOpen('edit', current)
      return undefined
    },
    failed: (error) => failureMessage('edit', error),
    say,
  })
  const resending = useAction(useResendSetupEmail(employee), {
    done: (file) => ({
      title: 'Setup email resent.',
      detail: file.mailIsFile
        ? undefined
        : !usesPassword(employee.role)
          ? `The email to ${email} says how to sign in with ${providerName()}.`
          : hasPassword
            ? `${email} already has a password. The link lets them choose a new one within ${linkDuration.reset}.`
            : `The link sent to ${email} works once and expires after ${linkDuration['set-up']}. Older links no longer work.`,
      children: file.mailIsFile && <MailAsFile {...file} />,
      about: email,
    }),
    failed: (error) => failureMessage('resend', error),
    say,
  })

  /** Without the permission the button is disabled, and says why when it is used (docs/specification.md §6). */
  const propsFor = (action: EmployeeAction, run: () => void) => ({
    small: true,
    tone: 'quiet' as const,
    'aria-describedby': aboutIds,
    'aria-disabled': !mayDo(role, action) || undefined,
    onClick: () => (mayDo(role, action) ? run() : say(forbiddenMessage(action))),
  })

  return (
    <>
      <Button icon="edit" busy={editing.isPending} {...propsFor('edit', () => void editing.start())}>
        Edit
      </Button>
      <Button icon="trash" {...propsFor('remove', open('delete'))}>
        Delete
      </Button>
      <Button icon="mail" busy={resending.isPending} {...propsFor('resend', () => void resending.start())}>
        Resend Email
      </Button>
      {mayDo(role, 'signOut') && (
        <Menu
          label="More"
          tone="quiet"
          small
          describedBy={aboutIds}
          items={[
            { label: 'Hand over clients', icon: 'users', onSelect: open('handOver') },
            { label: 'Sign out everywhere', icon: 'log-out', onSelect: open('signOut') },
            // People turn off their own in the profile, with a code.
            ...(hasTwoStep && employee.id !== sub
              ? [{ label: 'Reset two-step sign-in', icon: 'key', onSelect: open('resetTwoStep') } as const]
              : []),
            ...(hasOrganizationAccount
              ? [
                  {
                    label: 'Remove link to work account',
                    icon: 'key',
                    onSelect: open('unlinkAccount'),
                  } as const,
                ]
              : []),
          ]}
        />
      )}
    </>
  )
}
