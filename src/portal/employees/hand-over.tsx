import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Employee } from '#contract/employees/schema.ts'
import { useAction } from '#portal/action/action.tsx'
import type { Message } from '#portal/action/message.ts'
import { clientQueries } from '#portal/clients/queries.ts'
import { FormDialog } from '#portal/form/form-dialog.tsx'
import { fullName, Person } from '#portal/screen/person.tsx'
import { plural } from '#portal/screen/plural.ts'
import { useWorkerOptions } from '#portal/workers/workers.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { failureMessage } from './employee-actions.ts'
import { useHandOver } from './queries.ts'

type CaseloadProps = { employee: Employee; onHandOver: () => void }

/** Says, before an employee is deleted, how many clients would be left without a worker. */
export function Caseload({ employee, onHandOver }: CaseloadProps) {
  const { data: clients = 0 } = useQuery(clientQueries.caseload(employee.id))
  if (clients === 0) return null
  return (
    <p>
      {fullName(employee)} is the worker for {plural(clients, 'client', 'clients')}, who will become
      unassigned.{' '}
      <Button small onClick={onHandOver}>
        Hand them over first
      </Button>
    </p>
  )
}

const nobody = 'nobody'

type HandOverDialogProps = { employee: Employee; say: (message: Message) => void; onClose: () => void }

/** docs/product.md 80: all clients and open follow-ups at once. */
export function HandOverDialog({ employee, say, onClose }: HandOverDialogProps) {
  const { data: clients } = useQuery(clientQueries.caseload(employee.id))
  const options = useWorkerOptions().filter(({ value }) => value !== employee.id)
  const [to, choose] = useState('')
  const about = useId()
  const name = options.find(({ value }) => value === to)?.label
  const handOver = useAction(useHandOver(employee), {
    done: ({ clients }, to) =>
      to === null
        ? `${plural(clients, 'client is', 'clients are')} now unassigned.`
        : `${plural(clients, 'client', 'clients')} assigned to ${name}.`,
    failed: (error) => failureMessage('handOver', error),
    say,
  })

  return (
    <FormDialog
      title="Hand over clients"
      submitLabel="Hand over"
      describedBy={about}
      busy={handOver.isPending}
      disabled={to === ''}
      onClose={onClose}
      onSubmit={() => void handOver.start(to === nobody ? null : to, onClose)}
    >
      <div id={about} className="stack" ref={handOver.question}>
        <p>
          <Person name={fullName(employee)} email={employee.email} />
        </p>
        {clients !== undefined && (
          <p>
            {plural(clients, 'client', 'clients')}, whatever their status, and all open follow-ups will{' '}
            {to === nobody ? 'be unassigned' : 'move to the new worker'} at once. To undo this, you would have
            to reassign each client and follow-up.
          </p>
        )}
      </div>
      <SelectField
        label="New worker"
        value={to}
        options={[
          { value: '', label: 'Choose a worker' },
          ...options,
          { value: nobody, label: 'Leave unassigned' },
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {handOver.failure && <Banner tone="danger">{handOver.failure}</Banner>}
    </FormDialog>
  )
}
