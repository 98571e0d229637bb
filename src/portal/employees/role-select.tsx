import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { Role } from '#contract/access/roles.ts'
import { employeeFields } from '#contract/employees/fields.ts'
import type { Employee } from '#contract/employees/schema.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { Person } from '#portal/screen/person.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { failureMessage, forbiddenMessage, type Message, mayDo } from './employee-actions.ts'
import { useChangeRole } from './queries.ts'
import { roleOptions } from './role-options.ts'
import { useDelayedSelect } from './use-delayed-select.ts'

type RoleSelectProps = { employee: Employee; showMessage: (message: Message) => void }

/**
 * Takes effect immediately; one's own role, and making someone a super admin, after a confirmation (docs/decisions/0029). After a failure it shows the stored role
 * again. HTML has no read-only select, and a disabled one would lose focus: while a role is sent, the others are disabled.
 */
export function RoleSelect({ employee, showMessage }: RoleSelectProps) {
  const { sub, role: ownRole } = useSession()
  const [roleToConfirm, setRoleToConfirm] = useState<Role>()
  const allowed = mayDo(ownRole, 'changeRole')
  const name = fullName(employee)
  const isOwn = employee.id === sub
  const change = useChangeRole(employee, {
    onDone: ({ role, hasPassword }) =>
      showMessage({
        tone: 'success',
        title: 'Role updated successfully.',
        detail: [
          `${name} now has the role ${employeeFields.role.choices[role]}.`,
          hasPassword && 'They have been signed out and need to sign in again.',
        ]
          .filter(Boolean)
          .join(' '),
      }),
    onFailed: (error) => showMessage(failureMessage('changeRole', error)),
  })
  const { pending, handlers } = useDelayedSelect(choose)
  const selected = change.isPending ? change.variables : (pending ?? employee.role)

  function choose(role: Role) {
    if (!allowed) return showMessage(forbiddenMessage('changeRole'))
    if (change.isPending || role === employee.role) return
    if (isOwn || mayDo(role, 'changeRole')) return setRoleToConfirm(role)
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
        label={`Role of ${name}, ${employee.email}`}
        hideLabel
        value={selected}
        aria-disabled={!allowed || change.isPending || undefined}
        aria-busy={change.isPending || undefined}
        {...handlers}
        {...(!allowed && { onMouseDown: showForbidden, onKeyDown: showForbidden })}
      >
        {roleOptions.map(({ value, label }) => (
          <option key={value} value={value} disabled={change.isPending && value !== selected}>
            {label}
          </option>
        ))}
      </SelectField>
      <ConfirmDialog
        open={roleToConfirm !== undefined}
        title={isOwn ? 'Change your own role?' : 'Make this person a super admin?'}
        confirmLabel={isOwn ? 'Change my role' : 'Make super admin'}
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
          {roleToConfirm && (
            <p>
              {isOwn
                ? `With the role ${employeeFields.role.choices[roleToConfirm]}, you will have no access to the admin area. You will be signed out, and only another super admin can change your role back.`
                : 'A super admin can see and change everything: all records, all employees, the audit trail.'}
            </p>
          )}
        </div>
      </ConfirmDialog>
    </>
  )
}
