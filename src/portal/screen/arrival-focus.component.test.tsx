import { type ComponentType, StrictMode, useEffect, useState } from 'react'
import { createMemoryRouter, Link, MemoryRouter, Outlet, RouterProvider } from 'react-router'
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

function NoteScreen() {
  return (
    <>
      <h1 tabIndex={-1} ref={useArrivalFocus()}>
        Notes
      </h1>
      <div style={{ height: '110vh' }} />
      <form>
        <textarea id="new-note" aria-label="New note" />
        <div style={{ height: '60vh' }} />
        <p>The end of the form</p>
      </form>
    </>
  )
}

function MenuLayout() {
  return (
    <>
      <button type="button" popoverTarget="menu">
        More
      </button>
      <nav popover="auto" id="menu">
        <Link to="/notes#new-note" onClick={() => document.getElementById('menu')?.hidePopover()}>
          Notes
        </Link>
      </nav>
      <Outlet />
    </>
  )
}

/** A link in a menu leads to a screen whose code is loaded. */
function renderMenu(code: Promise<ComponentType>) {
  const children = [
    { path: '/', element: <h1>Clients</h1> },
    { path: 'notes', lazy: { Component: () => code } },
  ]
  return render(<RouterProvider router={createMemoryRouter([{ element: <MenuLayout />, children }])} />)
}

test('focuses a field that the link named, with the rest of its form in view', async () => {
  const screen = await renderMenu(Promise.resolve(NoteScreen))
  await screen.getByRole('button').click()
  await screen.getByRole('link').click()
  await expect.element(screen.getByRole('textbox')).toHaveFocus()
  await expect.element(screen.getByText('The end of the form')).toBeInViewport({ ratio: 1 })
})

test('focuses a field that the link named once it is loaded', async () => {
  const LoadingScreen = () => {
    const [isLoaded, setLoaded] = useState(false)
    useEffect(() => void setTimeout(() => setLoaded(true), 50), [])
    return (
      <>
        <h1 tabIndex={-1} ref={useArrivalFocus()}>
          Notes
        </h1>
        {isLoaded && <textarea id="new-note" aria-label="New note" />}
      </>
    )
  }
  const screen = await renderMenu(Promise.resolve(LoadingScreen))
  await screen.getByRole('button').click()
  await screen.getByRole('link').click()
  await expect.element(screen.getByRole('textbox')).toHaveFocus()
})

test('leaves focus in a menu that was opened again while the code of the screen was loading', async () => {
  const code = Promise.withResolvers<ComponentType>()
  const screen = await renderMenu(code.promise)
  const more = screen.getByRole('button')
  await more.click()
  await screen.getByRole('link').click()
  await expect.element(screen.getByRole('link')).not.toBeInTheDocument()
  await more.click()
  code.resolve(NoteScreen)
  await expect.element(screen.getByRole('heading', { name: 'Notes' })).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect.element(more).toHaveFocus()
})
