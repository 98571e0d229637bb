import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPortal } from '#test/support/portal-screen.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SessionWatch } from './session-watch.tsx'

const second = 1000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

/** The watched screen, with a server that can be reached or not. */
async function watch(content: ReactNode) {
  const server = { isAway: false }
  const opened = await openPortal({
    screens: {
      '/': (
        <>
          {content}
          <SessionWatch />
        </>
      ),
    },
    address: '/',
    answers: {
      'POST /auth/activity': () =>
        server.isAway
          ? Promise.reject(new TypeError('Failed to fetch'))
          : Response.json({ message: 'Done.' }),
    },
  })
  const reports = () => opened.requests.filter((request) => request === 'POST /auth/activity')
  // Opening a screen is activity.
  await expect.poll(reports).toHaveLength(1)
  const warning = opened.screen.getByRole('alertdialog', { name: 'Are you still there?' })
  return {
    ...opened,
    server,
    reports,
    warning,
    stay: warning.getByRole('button', { name: 'Stay signed in' }),
  }
}

/** The clock goes on without ticking, as while a laptop sleeps; then comes the next tick. */
function wakeAfter(minutes: number): void {
  vi.setSystemTime(Date.now() + minutes * 60 * second - second)
  vi.advanceTimersByTime(second)
}

test('warns a user who types while the server does not respond', async () => {
  const { screen, server, warning, stay } = await watch(<textarea aria-label="Note" />)
  server.isAway = true
  const note = screen.getByLabelText('Note')
  note.element().focus()
  for (let count = 0; count < 3; count += 1) {
    wakeAfter(7)
    await userEvent.keyboard('x')
  }
  await expect.element(warning).not.toBeInTheDocument()
  wakeAfter(7)
  await expect.element(stay).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(warning.getByRole('alert')).toMatchTextContent('Could not keep you signed in.')
  server.isAway = false
  await userEvent.keyboard('{Escape}')
  await expect.element(warning).not.toBeInTheDocument()
  await expect.element(note).toHaveValue('xxx')
})

test('the warning is above a dialog, and focus returns into it', async () => {
  const { screen, warning, stay } = await watch(
    <Dialog open title="Edit Info" onClose={() => undefined}>
      <input aria-label="Address" />
    </Dialog>,
  )
  const address = screen.getByLabelText('Address')
  await address.fill('Half an address')
  wakeAfter(28.5)
  await expect.element(stay).toHaveFocus()
  await stay.click()
  await expect.element(warning).not.toBeInTheDocument()
  await expect.element(address).toHaveFocus()
  await expect.element(address).toHaveValue('Half an address')
})

test('keys and clicks in training slides count as activity', async () => {
  const loaded = Promise.withResolvers<unknown>()
  const { reports } = await watch(<iframe title="Slides" srcDoc="<h1>Slide 1</h1>" onLoad={loaded.resolve} />)
  await loaded.promise
  wakeAfter(5)
  expect(reports()).toHaveLength(1)
  await page.frameLocator(page.getByTitle('Slides')).getByRole('heading').click()
  await expect.poll(reports).toHaveLength(2)
  wakeAfter(5)
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(reports).toHaveLength(3)
})

test('a laptop that wakes up no longer shows the client', async () => {
  const addresses: string[] = []
  navigation.addEventListener('navigate', (event) => {
    // Stays on this page, so that it can be checked.
    event.preventDefault()
    addresses.push(new URL(event.destination.url).pathname)
  })
  onTestFinished(() => {
    document.body.hidden = false
  })
  const { screen } = await watch(<h1>Hodan Warsame</h1>)
  await expect.element(screen.getByText('Hodan Warsame')).toBeVisible()
  wakeAfter(9 * 60)
  await expect.poll(() => addresses).toEqual(['/login'])
  await expect.element(screen.getByText('Hodan Warsame')).not.toBeVisible()
})
