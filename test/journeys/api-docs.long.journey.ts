import { lookAs, violations } from '#test/support/accessibility.ts'
import { expect, test } from '#test/support/journey.ts'

const path = '/api/docs'

test('the API reference works signed out, under its own policy, and asks no other host', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.goto(`${path}?url=https://evil.example/openapi.json`)
  await page.locator('#operations-tag-Clients').getByRole('button', { name: 'Expand operation' }).click()
  const operation = page.locator('.opblock', { hasText: 'Add a client' })
  await operation.getByRole('button').first().click()
  await expect(operation).toContainText('Hodan')
  await expect(operation.getByRole('button', { name: /try it out|execute/i })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /authorize/i })).toHaveCount(0)
  expect(logged).toEqual([])
  expect(hosts.size).toBe(1)
  await lookAs(page, 'smallAndDark')
  expect(await violations(page), 'a call with a body').toEqual([])
  await operation.getByRole('button').first().click()
  await page.locator('.opblock', { hasText: 'Find clients who may be' }).getByRole('button').first().click()
  await expect(page.getByText('dateOfBirth').first()).toBeVisible()
  await lookAs(page, 'wide')
  expect(await violations(page), 'a call with a query').toEqual([])
})
