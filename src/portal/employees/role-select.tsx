import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { Role } from '#contract/access/roles.ts'
import type { Employee } from '#contract/employees/schema.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { useSession } from '#portal/session/use-session.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useChangeRole } from './queries.ts'
import { forbiddenMessage, type Message, mayDo, refusalOf } from './refusal.ts'
import { roleOptions } from './role-options.ts'
import { useDelayedSelect } from './use-delayed-select.ts'
import { employeeScreenWording as wording } from './wording.ts'

type RoleSelectProps = { employee: Employee; say: (message: Message) => void }

/**
 * Takes effect immediately (§4), one's own role after a question (docs/decisions/0029); after a failure it shows the true
 * role again. HTML knows no read-only select, and a disabled one would lose focus: while a role is sent, only
 * that one can be chosen.
 */
export function RoleSelect({ employee, say }: RoleSelectProps) {
  const { sub, role: ownRole } = useSession()
  const [asked, setAsked] = useState<Role>()
  const allowed = mayDo(ownRole, 'changeRole')
  const name = fullName(employee)
  const change = useChangeRole(employee, {
    onDone: ({ role, hasPassword }) =>
      say({
        tone: 'success',
        title: wording.done.changeRole,
        detail: [wording.nowHasRole(name, wording.roles[role]), hasPassword && wording.signsInAgain]
          .filter(Boolean)
          .join(' '),
      }),
    onFailed: (error) => say(refusalOf('changeRole', error)),
  })
  const { pending, handlers } = useDelayedSelect(choose)
  const shown = change.isPending ? change.variables : (pending ?? employee.role)

  function choose(role: Role) {
    if (!allowed) return say(forbiddenMessage('changeRole'))
    if (change.isPending || role === employee.role) return
    if (employee.id === sub) return setAsked(role)
    change.mutate(role)
  }

  function refuse(event: MouseEvent | KeyboardEvent) {
    if ('key' in event && event.key === 'Tab') return
    event.preventDefault()
    say(forbiddenMessage('changeRole'))
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
        {...(!allowed && { onMouseDown: refuse, onKeyDown: refuse })}
      >
        {roleOptions.map(({ value, label }) => (
          <option key={value} value={value} disabled={change.isPending && value !== shown}>
            {label}
          </option>
        ))}
      </SelectField>
      <ConfirmDialog
        open={asked !== undefined}
        title={wording.ownRoleDialog.title}
        cancelLabel={wording.ownRoleDialog.cancel}
        confirmLabel={wording.ownRoleDialog.confirm}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          setAsked(undefined)
          if (asked) change.mutate(asked)
        }}
      >
        {asked && wording.ownRoleDialog.loses(wording.roles[asked])}
      </ConfirmDialog>
    </>
  )
}
