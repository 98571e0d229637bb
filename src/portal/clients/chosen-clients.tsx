import { useMutation } from '@tanstack/react-query'
import { useCallback, useId, useMemo, useReducer, useRef } from 'react'
import { maxAssigned } from '#contract/clients/rules.ts'
import type { ClientListItem } from '#contract/clients/schema.ts'
import { useAction } from '#portal/action/action.tsx'
import { changesNoRecord } from '#portal/query-client.ts'
import { fullName } from '#portal/screen/person.tsx'
import { useScreenMemory } from '#portal/screen/screen-memory.ts'
import { Button } from '#ui/button.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'

/** The clients who are to be assigned together. They stay chosen on other pages of the list, under other filters and elsewhere. */
export function useChosenClients() {
  const memory = useScreenMemory()
  const limitId = useId()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const last = useRef('')

  /** Beyond the limit it adds none. */
  const choose = useCallback(
    (clients: readonly ClientListItem[], isChosen: boolean) => {
      const chosen = new Map(memory.chosenClients)
      for (const client of clients) {
        if (!isChosen) chosen.delete(client.id)
        else if (chosen.has(client.id) || chosen.size < maxAssigned) chosen.set(client.id, client)
      }
      memory.chosenClients = chosen
      redraw()
    },
    [memory],
  )

  /** With Shift, everyone up to this row: from the one before or, if that is not on this page, from the first. */
  const chooseRow = useCallback(
    (rows: readonly ClientListItem[], client: ClientListItem, isChosen: boolean, isRange: boolean) => {
      const at = rows.indexOf(client)
      const from = isRange
        ? Math.max(
            0,
            rows.findIndex(({ id }) => id === last.current),
          )
        : at
      last.current = client.id
      choose(rows.slice(Math.min(from, at), Math.max(from, at) + 1), isChosen)
    },
    [choose],
  )

  const chosen = memory.chosenClients
  // The same until the choice changes: the table is drawn again with it.
  return useMemo(() => ({ chosen, choose, chooseRow, limitId }), [chosen, choose, chooseRow, limitId])
}

export type ChosenClients = ReturnType<typeof useChosenClients>

type ChooseBoxProps = {
  client: ClientListItem
  rows: readonly ClientListItem[]
  choice: ChosenClients
  describedBy: string
}

export function ChooseBox({ client, rows, choice, describedBy }: ChooseBoxProps) {
  const { chosen, chooseRow, limitId } = choice
  const isChosen = chosen.has(client.id)
  const isFull = !isChosen && chosen.size === maxAssigned
  return (
    <label className="checkbox-field choose-client">
      <input
        type="checkbox"
        aria-label={`Choose ${fullName(client)}`}
        aria-describedby={isFull ? `${describedBy} ${limitId}` : describedBy}
        aria-disabled={isFull || undefined}
        checked={isChosen}
        onChange={({ currentTarget, nativeEvent }) =>
          chooseRow(rows, client, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey)
        }
      />
    </label>
  )
}

const loadDialog = async () => (await import('./assign-clients-dialog.tsx')).AssignClientsDialog

type ChoiceBarProps = { choice: ChosenClients; rows: readonly ClientListItem[] }

/** Beside the count. Who is chosen stays chosen when the list shows others, or nobody. */
export function ChoiceBar({ choice, rows }: ChoiceBarProps) {
  const { chosen, choose, limitId } = choice
  const allId = useId()
  const toAll = () => document.getElementById(allId)
  const loading = useMutation({ mutationFn: loadDialog, meta: changesNoRecord })
  const opening = useAction(loading, { failed: 'The form could not be opened.' })
  return (
    <>
      {chosen.size > 0 && (
        <>
          <Button
            ref={focusOnRemoval(toAll)}
            small
            busy={opening.isPending}
            onClick={() => void opening.start()}
          >
            Assign {chosen.size} …
          </Button>
          <Button
            ref={focusOnRemoval(toAll)}
            small
            tone="quiet"
            onClick={() => choose([...chosen.values()], false)}
          >
            Clear
          </Button>
        </>
      )}
      {rows.length > 0 && (
        <Button id={allId} ref={focusOnRemoval()} small tone="quiet" onClick={() => choose(rows, true)}>
          {rows.length === 1 ? 'Choose this one' : `Choose these ${rows.length}`}
        </Button>
      )}
      {chosen.size > 0 && <span className="choose-hint small-soft">Shift chooses everyone in between.</span>}
      <span id={limitId} role="status" className="small-soft screen-only">
        {chosen.size === maxAssigned && `${maxAssigned} clients are the most at a time. Assign these first.`}
      </span>
      {loading.data && <loading.data chosen={chosen} choose={choose} onClose={loading.reset} />}
    </>
  )
}
