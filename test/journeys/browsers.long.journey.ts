import { findPrograms } from '#commands/debian-packages.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { expect, test } from '#test/support/journey.ts'
import { openOtherBrowser } from '#test/support/other-browsers.ts'
import { hodan } from '#test/support/people.ts'
import { password } from '#test/support/test-password.ts'

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

const control = (label: string) => `//*[@id=//label[starts-with(normalize-space(), "${label}")]/@for]`
const button = (name: string) => `//button[normalize-space()="${name}"]`
const link = (name: string) => `//a[normalize-space()="${name}"]`
const text = (words: string) => `//*[contains(text(), "${words}")]`

for (const name of ['Firefox', 'WebKit'] as const)
  test(`a client, a note and its report in ${name}, from sign-in to logout [T593]`, async ({ backend }) => {
    const programs = findPrograms(name)
    test.skip(!programs, `${name} is not installed.`)
    await backend.api.send('POST', '/clients', backend.token, { ...hodan, firstName: name })
    const email = await backend.employ('super-admin')
    const cleanup = new AsyncDisposableStack()
    try {
      const page = await openOtherBrowser[name](programs ?? [], cleanup)
      await page.open(`${backend.product.url}${signInPaths.login}`)
      await page.fill(control('Email'), email)
      await page.fill(control('Password'), password)
      await page.click(button('Login'))
      await page.see(text('Total Clients'))
      await page.click(link('Clients'))
      // Clients of other journeys could fill the first page.
      await page.fill(control('Search by name'), name)
      // Until then the row may move away from a click.
      await page.see(text('1 client found'))
      await page.click(link(`${name} Warsame`))
      await page.see(text('February 29, 1988'))
      await page.click(link('Notes'))
      await page.fill(control('New Weekly Note'), 'Toured two apartments.')
      await page.click(button('Add Note'))
      await page.see(text('Note added.'))
      await page.click(link('Notes report'))
      await page.see('//table//*[contains(text(), "Toured two apartments.")]')
      await page.click(button('Profile'))
      await page.click(button('Logout'))
      await page.see(button('Login'))
      expect(page.problems).toEqual([])
    } finally {
      await cleanup.disposeAsync()
    }
  })
