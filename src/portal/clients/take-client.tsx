import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { ClientListItem } from '#contract/clients/schema.ts'
import { undoTime, useAction } from '#portal/action/action.tsx'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/person.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'

type TakeClientProps = ComponentProps<typeof Button> & {
  client: Pick<ClientListItem, 'id' | 'firstName' | 'lastName' | 'dateOfBirth'>
  /** The id of what takes focus when the client is taken and the button goes. */
  next: string
}

/** docs/product.md 80: everyone may take a client without a worker. */
export function TakeClient({ client, next, ...button }: TakeClientProps) {
  const { sub } = useSession()
  const queries = useQueryClient()
  const named = `${fullName(client)}, born ${shortCalendarDate(client.dateOfBirth)},`
  const change = useAction(
    useMutation({
      mutationFn: async (to: string | null) => {
        // Apart, because the client list is among the first screens.
        const { changeWorker } = await import('./changes.ts')
        await changeWorker(queries, { id: client.id, from: to === null ? sub : null, to })
      },
    }),
    {
      done: (_, to) =>
        to === null
          ? `${named} is unassigned again.`
          : { title: `${named} is now assigned to you.`, duration: undoTime, undo: null },
      failed: `The worker of ${fullName(client)} could not be changed.`,
    },
  )
  return (
    <Button
      {...button}
      ref={focusOnRemoval(() => document.getElementById(next))}
      busy={change.isPending}
      onClick={() => void change.start(sub)}
    >
      Take
    </Button>
  )
}
