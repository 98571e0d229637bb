import { StrictMode, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useArrivalFocus } from './arrival-focus.ts'
import { newScreenMemory, ScreenMemoryContext } from './screen-memory.ts'

function ClientList() {
  const heading = useArrivalFocus()
  const [isLoaded, setLoaded] = useState(false)
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        Clients
      </h1>
      <button type="button" onClick={() => setLoaded(true)}>
        Load
      </button>
      {isLoaded && (
        <a id="client-1" href="#client-1">
          Amina
        </a>
      )}
    </>
  )
}

/** As after Back: the history entry was left by Amina's link. */
const returnToList = () =>
  render(
    <ScreenMemoryContext value={{ ...newScreenMemory(), followedLinks: new Map([['left', 'client-1']]) }}>
      <MemoryRouter initialEntries={[{ pathname: '/', key: 'left' }]}>
        <ClientList />
      </MemoryRouter>
    </ScreenMemoryContext>,
  )

test('leaves focus to the browser on the first screen after a page load, also in strict mode', async () => {
  const screen = await render(
    <StrictMode>
      <MemoryRouter>
        <ClientList />
      </MemoryRouter>
    </StrictMode>,
  )
  await expect.element(screen.getByRole('heading')).not.toHaveFocus()
})

test('focuses the link by which the list was left after Back, once the list is loaded', async () => {
  const screen = await returnToList()
  await expect.element(screen.getByRole('heading')).toHaveFocus()
  const load = screen.getByRole('button').element() as HTMLElement
  load.click()
  await expect.element(screen.getByRole('link')).toHaveFocus()
})

test('keeps focus after Back where the person moved it while the list was loading', async () => {
  const screen = await returnToList()
  await screen.getByRole('button').click()
  await expect.element(screen.getByRole('link')).toBeVisible()
  await expect.element(screen.getByRole('button')).toHaveFocus()
})
