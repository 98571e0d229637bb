import { type ReactNode, useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Dialog } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { focusOnRemoval } from './focus-on-removal.ts'

/** 'Remove' takes itself and its box away; `after` comes in the same moment. */
function Example({ hasNext = false, after }: { hasNext?: boolean; after?: ReactNode }) {
  const [removed, setRemoved] = useState(false)
  const next = useRef<HTMLElement>(null)
  return (
    <>
      <h1 tabIndex={-1}>Clients</h1>
      <button type="button">Other</button>
      {removed ? (
        <section ref={next}>{after}</section>
      ) : (
        <div ref={focusOnRemoval(() => (hasNext ? next.current?.querySelector('button') : undefined))}>
          <button type="button" onClick={() => setRemoved(true)}>
            Remove
          </button>
        </div>
      )}
    </>
  )
}

test('focus moves from what is removed to what takes its place', async () => {
  const screen = await render(<Example hasNext after={<button type="button">Undo</button>} />)
  await screen.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toHaveFocus()
})

test('focus moves to the heading when nothing takes the place of what is removed', async () => {
  const screen = await render(<Example hasNext />)
  await screen.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('focus in a dialog moves to the dialog’s heading', async () => {
  const screen = await render(
    <>
      <h1 tabIndex={-1}>Page</h1>
      <Dialog open title="Filter" onClose={() => undefined}>
        <Inside />
      </Dialog>
    </>,
  )
  await screen.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Filter' })).toHaveFocus()
})

function Inside() {
  const [removed, setRemoved] = useState(false)
  if (removed) return null
  return (
    <button type="button" ref={focusOnRemoval()} onClick={() => setRemoved(true)}>
      Remove
    </button>
  )
}

test('focus stays where it is when something else is removed', async () => {
  const screen = await render(<Example />)
  const remove = screen.getByRole('button', { name: 'Remove' })
  const other = screen.getByRole('button', { name: 'Other' })
  await other.click()
  // A click by script, as any other change would do, leaves focus where it is.
  const button = remove.element() as HTMLElement
  button.click()
  await expect.element(remove).not.toBeInTheDocument()
  await expect.element(other).toHaveFocus()
})

test('after a dialog whose opener has gone, focus moves to what takes the opener’s place', async () => {
  const screen = await render(<Asking />)
  await screen.getByRole('button', { name: 'Ask' }).click()
  await screen.getByRole('button', { name: 'Remove' }).click()
  await screen.getByRole('button', { name: 'Close' }).click()
  await expect.element(screen.getByText('Empty')).toHaveFocus()
})

function Asking() {
  const [asking, setAsking] = useState(false)
  const [removed, setRemoved] = useState(false)
  const empty = useRef<HTMLParagraphElement>(null)
  return (
    <>
      {removed ? (
        <p tabIndex={-1} ref={empty}>
          Empty
        </p>
      ) : (
        <div ref={focusOnRemoval(() => empty.current)}>
          <button type="button" onClick={() => setAsking(true)}>
            Ask
          </button>
        </div>
      )}
      <Dialog open={asking} title="Question" onClose={() => setAsking(false)}>
        <button type="button" onClick={() => setRemoved(true)}>
          Remove
        </button>
      </Dialog>
    </>
  )
}

test('focus moves to the heading when the button of an empty state makes it go', async () => {
  const Filtered = () => {
    const [all, setAll] = useState(false)
    const action = (
      <button type="button" onClick={() => setAll(true)}>
        Show all
      </button>
    )
    return (
      <>
        <h1 tabIndex={-1}>Clients</h1>
        {!all && <EmptyState title="None" action={action} />}
      </>
    )
  }
  const screen = await render(<Filtered />)
  await screen.getByRole('button').click()
  await expect.element(screen.getByRole('heading')).toHaveFocus()
})
