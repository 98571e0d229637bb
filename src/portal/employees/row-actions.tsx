import type { Employee } from '#contract/employees/schema.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { useResendSetupEmail } from './queries.ts'
import { type EmployeeAction, forbiddenMessage, type Message, mayDo, refusalOf } from './refusal.ts'
import { employeeScreenWording as wording } from './wording.ts'

type RowActionsProps = {
  employee: Employee
  /** Ids of name and email in the row: whom a button is about is said after its word, two of a name apart. */
  aboutIds: string
  say: (message: Message) => void
  onEdit: () => void
  onDelete: () => void
}

export function RowActions({ employee, aboutIds, say, onEdit, onDelete }: RowActionsProps) {
  const { role } = useSession()
  const { email, hasPassword } = employee
  const resend = useResendSetupEmail(employee, {
    onDone: () =>
      say({
        tone: 'success',
        title: wording.done.resend,
        detail: hasPassword ? wording.resetLink(email) : wording.setUpLink(email),
      }),
    onFailed: (error) => say(refusalOf('resend', error)),
  })

  /** §6: who may not do it sees the control disabled, and is told why when it is used all the same. */
  const propsFor = (action: EmployeeAction, run: () => void) => ({
    small: true,
    'aria-describedby': aboutIds,
    'aria-disabled': !mayDo(role, action) || undefined,
    onClick: () => (mayDo(role, action) ? run() : say(forbiddenMessage(action))),
  })

  return (
    <>
      <Button icon="edit" {...propsFor('edit', onEdit)}>
        {wording.list.edit}
      </Button>
      <Button icon="trash" {...propsFor('remove', onDelete)}>
        {wording.list.remove}
      </Button>
      <Button icon="mail" busy={resend.isPending} {...propsFor('resend', () => resend.mutate())}>
        {wording.list.resend}
      </Button>
    </>
  )
}
