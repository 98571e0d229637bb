import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Menu } from './menu.tsx'

const renderMenu = async (onSelect = vi.fn()) => {
  const screen = await render(
    <Menu
      label="Rosa Lindqvist"
      items={[
        { label: 'My account', href: '/profile' },
        { label: 'Logout', onSelect },
      ]}
    />,
  )
  return { screen, trigger: screen.getByRole('button', { name: 'Rosa Lindqvist' }) }
}

test('a menu can be opened, walked and closed by keyboard', async () => {
  const onSelect = vi.fn()
  const { screen, trigger } = await renderMenu(onSelect)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('link', { name: 'My account' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onSelect).toHaveBeenCalledTimes(1)
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'false')
})

test('Escape closes a menu and returns focus to its button', async () => {
  const { screen, trigger } = await renderMenu()
  await trigger.click()
  await userEvent.keyboard('{ArrowDown}{Escape}')
  await expect.element(trigger).toHaveFocus()
  await expect.element(screen.getByRole('link', { name: 'My account' })).not.toBeInTheDocument()
})

test('a menu at the end of a page opens above its button, where all of it can be reached', async () => {
  const { screen, trigger } = await renderMenu()
  screen.container.style.cssText = 'display: flex; align-items: end; height: 200vh'
  trigger.element().scrollIntoView({ block: 'end' })
  await trigger.click()
  for (const entry of [screen.getByRole('link'), screen.getByRole('button', { name: 'Logout' })])
    await expect.element(entry).toBeInViewport({ ratio: 1 })
})
