import { useState } from 'react'
import type { Role } from '#contract/access/roles.ts'
import { employeeFields } from '#contract/employees/fields.ts'
import type { Employee } from '#contract/employees/schema.ts'
import { ActionDialog, useAction } from '#portal/action/action.tsx'
import type { Message } from '#portal/action/message.ts'
import { fullName, Person } from '#portal/screen/person.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/menu.tsx'
import { failureMessage, forbiddenMessage, mayDo } from './employee-actions.ts'
import { roleOptions } from './employee-values.ts'
import { useChangeRole } from './queries.ts'

type RoleMenuProps = { employee: Employee; say: (message: Message) => void }

/**
 * The employee's role, and the others to change it to (docs/product.md 57). A menu, because every arrow key in a select would
 * be a change, which signs the employee out.
 */
export function RoleMenu({ employee, say }: RoleMenuProps) {
  const { sub, role: ownRole } = useSession()
  const [roleToConfirm, setRoleToConfirm] = useState<Role>()
  const { role, email } = employee
  const name = fullName(employee)
  const isOwn = employee.id === sub
  const change = useAction(useChangeRole(employee), {
    done: ({ role, hasPassword }) => ({
      title: 'Role updated successfully.',
      detail: [
        `${name} now has the role ${employeeFields.role.choices[role]}.`,
        hasPassword && 'They have been signed out and need to sign in again.',
      ]
        .filter(Boolean)
        .join(' '),
    }),
    failed: (error) => failureMessage('changeRole', error),
    say,
  })
  const close = () => setRoleToConfirm(undefined)
  const shown = employeeFields.role.choices[change.isPending ? (change.variables ?? role) : role]
  const look = {
    small: true,
    tone: 'secondary',
    'aria-label': `Role of ${name}, ${email}: ${shown}`,
  } as const

  function choose(next: Role) {
    if (next === role) return
    if (isOwn || mayDo(next, 'changeRole')) return setRoleToConfirm(next)
    void change.start(next)
  }

  return (
    <>
      <span className="paper-only">{shown}</span>
      {mayDo(ownRole, 'changeRole') ? (
        <Menu
          label={shown}
          {...look}
          disabled={change.isPending}
          items={roleOptions.map(({ value, label }) => ({
            label,
            current: value === role,
            onSelect: () => choose(value),
          }))}
        />
      ) : (
        <Button {...look} aria-disabled onClick={() => say(forbiddenMessage('changeRole'))}>
          {shown}
        </Button>
      )}
      {roleToConfirm && (
        <ActionDialog
          action={change}
          title={isOwn ? 'Change your own role?' : 'Make this person a super admin?'}
          confirmLabel={isOwn ? 'Change my role' : 'Make super admin'}
          onConfirm={() => void change.start(roleToConfirm, close)}
          onClose={close}
        >
          <p>
            <Person name={name} email={email} />
          </p>
          <p>
            {isOwn
              ? `With the role ${employeeFields.role.choices[roleToConfirm]}, you will have no access to the admin area. You will be signed out, and only another super admin can change your role back.`
              : 'A super admin can see and change everything: all records, all employees, the audit trail.'}
          </p>
        </ActionDialog>
      )}
    </>
  )
}
