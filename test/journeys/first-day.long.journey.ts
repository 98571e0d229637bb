import { screenPath } from '#contract/paths.ts'
import { expect, fillInClient, fillInLogin, test, withPausedClock } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'
import { processEnd } from '#test/support/process-end.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { password } from '#test/support/test-password.ts'

/** The address of another product than the worker's. */
test.use({ baseURL: undefined })

test('what a first day leaves survives a kill of everything [T8]', async ({ page, pageProblems }) => {
  const instance = await newTestInstance()
  const product = await instance.start()
  try {
    await page.goto(product.link() ?? '')
    await expect(page, 'the token leaves the address at once').toHaveURL(`${product.url}/set-password`)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password', { exact: true }).fill(password)
    await withPausedClock(page, async () => {
      await page.getByRole('button', { name: 'Set password' }).click()
      await expect(page.getByText('Password set successfully! You can now log in.')).toBeVisible()
    })
    await page.waitForURL('**/login')

    await expect(page.getByLabel('Email'), 'whose password was just set').toHaveValue('admin@example.org')
    await fillInLogin(page, 'admin@example.org')
    await page.waitForURL(`**${screenPath('admin', 'dashboard')}`)
    await expect(page.getByText('Total Clients: 0')).toBeVisible()
    const steps = page.getByRole('region', { name: 'First steps' })
    await expect(steps.getByRole('link', { name: 'Add your first client' })).toBeVisible()

    await page.getByRole('link', { name: 'Add Client', exact: true }).first().click()
    await fillInClient(page, hodan)
    await page.getByRole('button', { name: 'Add Client', exact: true }).click()
    await expect(page.getByText('Client added successfully!')).toBeVisible()
    await page.waitForURL(`**${screenPath('admin', 'clients')}`)

    await page.getByLabel(/search/i).fill('hodan wars')
    await page.getByRole('link', { name: 'Hodan Warsame', exact: true }).click()
    await expect(page.getByText('February 29, 1988', { exact: true })).toBeVisible()
    await expect(page.getByText('No notes for this client.')).toBeVisible()

    await page.getByRole('link', { name: /notes/i }).first().click()
    await page.getByLabel('New Weekly Note').fill('Toured two apartments.\nApplied for the one on Cedar.')
    await page.getByRole('button', { name: 'Add Note' }).click()
    await expect(page.getByText('1 total')).toBeVisible()

    process.kill(instance.postmasterPid(), 'SIGKILL')
    product.process.kill('SIGKILL')
    await processEnd(product.process)
    await instance.start()

    await page.reload()
    await expect(page.getByText('Toured two apartments.')).toBeVisible()
    await expect(page.getByRole('main').getByText('Hodan Warsame')).toBeVisible()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(steps).toContainText('Add your first client: done')
    await steps.getByRole('button', { name: 'Hide' }).click()
    await expect(steps).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('Total Clients: 1')).toBeVisible()
    await expect(steps).toHaveCount(0)
    // Its last requests would come too late to be taken out.
    await page.goto('about:blank')
    pageProblems.splice(
      0,
      pageProblems.length,
      ...pageProblems.filter((text) => !text.startsWith(`request to ${product.url}`)),
    )
  } finally {
    await instance.remove()
  }
})
