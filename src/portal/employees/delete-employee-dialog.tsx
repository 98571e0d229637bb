import type { Employee } from '#contract/employees/schema.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { useSession } from '#portal/session/use-session.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmailAddress } from '#ui/email-address.tsx'
import { useDeleteEmployee } from './queries.ts'
import { refusalOf } from './refusal.ts'
import { employeeScreenWording } from './wording.ts'

const wording = employeeScreenWording.removeDialog

type DeleteEmployeeDialogProps = { employee: Employee; onClose: () => void; onDeleted: () => void }

/** Decision 45: asks in the page, and names who is deleted. */
export function DeleteEmployeeDialog({ employee, onClose, onDeleted }: DeleteEmployeeDialogProps) {
  const { sub } = useSession()
  const removal = useDeleteEmployee(employee)
  const refusal = removal.error && refusalOf('remove', removal.error)
  return (
    <ConfirmDialog
      open
      title={wording.title}
      cancelLabel={wording.cancel}
      confirmLabel={wording.confirm}
      busy={removal.isPending}
      error={refusal ? [refusal.title, refusal.detail].filter(Boolean).join(' ') : undefined}
      onCancel={onClose}
      onConfirm={() => removal.mutate(undefined, { onSuccess: onDeleted })}
    >
      <div className="delete-employee">
        <p>{wording.question}</p>
        <p dir="auto">
          <strong>{fullName(employee)}</strong> (<EmailAddress address={employee.email} />)
        </p>
        <p>{wording.loses(fullName(employee))}</p>
        {employee.id === sub && <p>{wording.own}</p>}
      </div>
    </ConfirmDialog>
  )
}
