import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { listenForSlideKeys } from './deck-card.tsx'

/** Five slides as high as the frame, of which the fourth is twice as high. */
async function openDeck() {
  const slides = [1, 2, 3, 4, 5].map(
    (number) => `<div class="screen" style="height: ${number === 4 ? 600 : 300}px">Slide ${number}</div>`,
  )
  const loaded = Promise.withResolvers<HTMLIFrameElement>()
  await render(
    <iframe
      title="Slides"
      style={{ width: 400, height: 300, border: 0 }}
      srcDoc={`<!doctype html><body style="margin: 0"><header class="alone">Open</header>${slides.join('')}`}
      onLoad={({ currentTarget }) => {
        listenForSlideKeys(currentTarget)
        currentTarget.focus()
        loaded.resolve(currentTarget)
      }}
    />,
  )
  const { contentWindow } = await loaded.promise
  return async (key: string) => {
    await userEvent.keyboard(key)
    return contentWindow?.scrollY
  }
}

test('each key moves one whole slide', async () => {
  const press = await openDeck()
  for (const key of ['{ArrowRight}', '{ArrowDown}', '{PageDown}']) await press(key)
  expect(await press('{ArrowLeft}')).toBe(600)
  expect(await press('{PageUp}')).toBe(300)
  expect(await press(' ')).toBe(600)
  expect(await press('{End}')).toBe(1500)
  expect(await press('{ArrowRight}'), 'after the last').toBe(1500)
  expect(await press('{Home}')).toBe(0)
  expect(await press('{ArrowUp}'), 'before the first').toBe(0)
})

test('an arrow key scrolls within a slide that is higher than the frame', async () => {
  const press = await openDeck()
  for (const key of [' ', ' ', ' ']) await press(key)
  await press('{ArrowDown}')
  // The browser's own step, which it animates: at its end, or it would go on after the next key.
  await expect.poll(() => press('{Shift}')).toBe(940)
  expect(await press('{ArrowRight}')).toBe(1500)
})
