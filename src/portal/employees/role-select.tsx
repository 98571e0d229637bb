import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { Role } from '#contract/access/roles.ts'
import type { Employee } from '#contract/employees/schema.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { Person } from '#portal/screen/person.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { failureMessage, forbiddenMessage, type Message, mayDo } from './employee-actions.ts'
import { useChangeRole } from './queries.ts'
import { useDelayedSelect } from './use-delayed-select.ts'
import { roleOptions, employeeScreenWording as wording } from './wording.ts'

type RoleSelectProps = { employee: Employee; showMessage: (message: Message) => void }

/**
 * Takes effect immediately, the own role after a confirmation (docs/decisions/0029). After a failure it shows the stored role
 * again. HTML has no read-only select, and a disabled one would lose focus: while a role is sent, the others are disabled.
 */
export function RoleSelect({ employee, showMessage }: RoleSelectProps) {
  const { sub, role: ownRole } = useSession()
  const [roleToConfirm, setRoleToConfirm] = useState<Role>()
  const allowed = mayDo(ownRole, 'changeRole')
  const name = fullName(employee)
  const change = useChangeRole(employee, {
    onDone: ({ role, hasPassword }) =>
      showMessage({
        tone: 'success',
        title: wording.done.changeRole,
        detail: [wording.nowHasRole(name, wording.roles[role]), hasPassword && wording.signsInAgain]
          .filter(Boolean)
          .join(' '),
      }),
    onFailed: (error) => showMessage(failureMessage('changeRole', error)),
  })
  const { pending, handlers } = useDelayedSelect(choose)
  const shown = change.isPending ? change.variables : (pending ?? employee.role)

  function choose(role: Role) {
    if (!allowed) return showMessage(forbiddenMessage('changeRole'))
    if (change.isPending || role === employee.role) return
    if (employee.id === sub) return setRoleToConfirm(role)
    change.mutate(role)
  }

  function showForbidden(event: MouseEvent | KeyboardEvent) {
    if ('key' in event && event.key === 'Tab') return
    event.preventDefault()
    showMessage(forbiddenMessage('changeRole'))
  }

  return (
    <>
      <SelectField
        className="employee-role"
        label={wording.list.roleOf(name, employee.email)}
        hideLabel
        value={shown}
        aria-disabled={!allowed || change.isPending || undefined}
        aria-busy={change.isPending || undefined}
        {...handlers}
        {...(!allowed && { onMouseDown: showForbidden, onKeyDown: showForbidden })}
      >
        {roleOptions.map(({ value, label }) => (
          <option key={value} value={value} disabled={change.isPending && value !== shown}>
            {label}
          </option>
        ))}
      </SelectField>
      <ConfirmDialog
        open={roleToConfirm !== undefined}
        title={wording.ownRoleDialog.title}
        confirmLabel={wording.ownRoleDialog.confirm}
        onCancel={() => setRoleToConfirm(undefined)}
        onConfirm={() => {
          setRoleToConfirm(undefined)
          if (roleToConfirm) change.mutate(roleToConfirm)
        }}
      >
        <div className="stack">
          <p>
            <Person name={name} email={employee.email} />
          </p>
          {roleToConfirm && <p>{wording.ownRoleDialog.consequence(wording.roles[roleToConfirm])}</p>}
        </div>
      </ConfirmDialog>
    </>
  )
}
