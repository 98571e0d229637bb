import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { MessageTone } from './banner.tsx'
import { ToastProvider, useToast } from './toast.tsx'

function Say({ text, tone }: { text: string; tone: MessageTone }) {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast({ text, tone, duration: null })}>
      {text}
    </button>
  )
}

async function renderToasts() {
  const screen = await render(
    <ToastProvider>
      <Say text="Could not save." tone="danger" />
      <Say text="The session ends soon." tone="warning" />
      <Say text="Note added." tone="success" />
    </ToastProvider>,
  )
  const shown = () => [...document.querySelectorAll('.toast')]
  const say = (name: string) => screen.getByRole('button', { name }).click()
  return { screen, say, shown, texts: () => shown().map(({ textContent }) => textContent) }
}

test('the same message said again is a new element, which a screen reader announces', async () => {
  const { say, shown } = await renderToasts()
  await say('Could not save.')
  const [before] = shown()
  await say('Could not save.')
  await expect.poll(() => shown().includes(before as Element)).toBe(false)
  expect(shown()).toHaveLength(1)
})

test('a success gives way to anything newer, a failure stays until it is dismissed', async () => {
  const { screen, say, texts } = await renderToasts()
  await say('Could not save.')
  await say('Note added.')
  await expect.poll(texts).toEqual(['Could not save.', 'Note added.'])
  await say('The session ends soon.')
  await expect.poll(texts).toEqual(['Could not save.', 'The session ends soon.'])
  screen.getByRole('button', { name: 'Dismiss message' }).first().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(texts).toEqual(['The session ends soon.'])
})
