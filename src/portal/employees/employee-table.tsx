import type { Employee } from '#contract/employees/schema.ts'
import { SetUpMailMark } from '#portal/outgoing-mail/set-up-mail-mark.tsx'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { Badge } from '#ui/badge.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmailAddress } from '#ui/email-address.tsx'
import type { Message } from './refusal.ts'
import { RoleSelect } from './role-select.tsx'
import { RowActions } from './row-actions.tsx'
import { employeeScreenWording } from './wording.ts'

const wording = employeeScreenWording.list

type EmployeeTableProps = {
  employees: readonly Employee[]
  refreshing: boolean
  say: (message: Message) => void
  onEdit: (employee: Employee) => void
  onDelete: (employee: Employee) => void
}

export function EmployeeTable({ employees, refreshing, say, onEdit, onDelete }: EmployeeTableProps) {
  const { columns: headers } = wording
  const columns: Column<Employee>[] = [
    {
      key: 'name',
      header: headers.name,
      rowHeader: true,
      cell: (employee) => <EmployeeName employee={employee} />,
    },
    {
      key: 'dob',
      header: headers.dob,
      oneLine: true,
      cell: ({ dob }) => (dob ? shortCalendarDate(dob) : <NotGiven />),
    },
    {
      key: 'address',
      header: headers.address,
      cell: ({ address }) => (address ? <span dir="auto">{address}</span> : <NotGiven />),
    },
    {
      key: 'role',
      header: headers.role,
      cell: (employee) => <RoleSelect employee={employee} say={say} />,
    },
    {
      key: 'actions',
      header: headers.actions,
      align: 'end',
      inCard: 'start',
      cell: (employee) => (
        <RowActions
          employee={employee}
          aboutIds={`${nameId(employee)} ${emailId(employee)}`}
          say={say}
          onEdit={() => onEdit(employee)}
          onDelete={() => onDelete(employee)}
        />
      ),
    },
  ]
  return (
    <DataTable
      caption={wording.title}
      hideCaption
      columns={columns}
      rows={employees}
      rowKey={({ id }) => id}
      refreshing={refreshing}
    />
  )
}

/** The address is where a set-up mail goes. */
function EmployeeName({ employee }: { employee: Employee }) {
  return (
    <div className="employee-name">
      <span id={nameId(employee)} dir="auto">
        {fullName(employee)}
      </span>
      <span id={emailId(employee)} className="employee-email">
        <EmailAddress address={employee.email} />
      </span>
      {!employee.hasPassword && (
        <span className="employee-marks">
          <Badge tone="blue">{wording.noPassword}</Badge>
          <SetUpMailMark recipient={employee.email} />
        </span>
      )}
    </div>
  )
}

function NotGiven() {
  return <span className="employee-not-given">{wording.notGiven}</span>
}

const nameId = ({ id }: Employee): string => `employee-${id}`
const emailId = ({ id }: Employee): string => `employee-${id}-email`
