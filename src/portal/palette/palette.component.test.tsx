import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { screenPath } from '#contract/paths.ts'
import { openPortal } from '#test/support/portal-screen.tsx'
import { Palette } from './palette.tsx'

test('the palette has focus before the next letter after the shortcut', async () => {
  const address = screenPath('manager', 'dashboard')
  const { screen } = await openPortal({
    screens: { [address]: <Palette area="manager" links={[]} /> },
    address,
    answers: {},
  })
  const field = screen.getByRole('combobox')
  await screen.getByRole('button', { name: /^Search/ }).click()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
  // A microtask, before which no other key can come.
  await Promise.resolve()
  expect(document.activeElement?.role).toBe('combobox')
})
