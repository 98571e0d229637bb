import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { CopyButton } from './copy-button.tsx'

test('copies a text, or leaves it selected where the browser refuses to', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  onTestFinished(() => write.mockRestore())
  const select = vi.fn()
  const screen = await render(<CopyButton text="abc" select={select} />)
  await screen.getByRole('button', { name: 'Copy' }).click()
  const copied = screen.getByRole('button', { name: 'Copied' })
  await expect.element(copied).toBeVisible()
  expect(write).toHaveBeenCalledWith('abc')

  write.mockRejectedValueOnce(new DOMException('Denied', 'NotAllowedError'))
  await copied.click()
  await expect.element(copied).not.toBeInTheDocument()
  expect(select).toHaveBeenCalledTimes(2)
})
