import { screenPath, signInPaths } from '#contract/paths.ts'
import { expect, test } from '#test/support/journey.ts'

test('a browser that is too old for the portal is told so, with or without its script [T592]', async ({
  page,
}) => {
  const sentence = page.getByText('This browser is too old for the staff portal.')
  await page.goto(signInPaths.login)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(sentence).toBeHidden()

  // It lacks what the style sheet asks for.
  await page.route('**/*.css', async (route) => {
    const sheet = await route.fetch()
    await route.fulfill({
      response: sheet,
      body: (await sheet.text()).replace(':popover-open', ':not-known'),
    })
  })
  await page.reload()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(sentence).toBeVisible()
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(screenPath('manager', 'clients'))
  await expect(sentence).toBeVisible()
})
