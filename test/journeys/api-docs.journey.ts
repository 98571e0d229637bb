import { expectAccessible, twoLooks } from '#test/support/accessibility.ts'
import { expect, test } from '#test/support/journey.ts'

/** Colours that are still on their way from one scheme to the other are not judged. */
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const path = '/api/docs'

test('the page of the API breaks no rule, never scrolls sideways and has nothing to complain about', async ({
  page,
}) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const answer = await page.goto(path)
  const policy = answer?.headers()['content-security-policy']
  expect(policy).toContain("script-src 'self'")
  expect(policy).toBe((await page.request.get('/home')).headers()['content-security-policy'])
  await expectAccessible(page, 'the page of the API', { looks: twoLooks })
  expect(said).toEqual([])
})

test('a call is found by its link, and a long example is scrolled by the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(path)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('link', { name: 'Add a client' }).click()
  const heading = page.getByRole('heading', { name: 'Add a client' })
  await expect(heading).toBeInViewport()
  await expect(contents).toBeInViewport()
  const example = page.getByRole('group', { name: 'Request: Add a weekly note' })
  await example.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => example.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
})

test('on paper the examples are whole and the contents are left out', async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 900 })
  await page.goto(path)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeHidden()
  const cut = await page
    .locator('pre')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length)
  expect(cut).toBe(0)
})
