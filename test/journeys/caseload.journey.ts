import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { countEffort } from '#test/support/effort.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { newOffice } from '#test/support/office.ts'
import { hodan } from '#test/support/people.ts'

/* Who is responsible for a client, what to know about a person, and the service that a note documents. */

test('an employee takes a client and finds them among their own [T550]', async ({ page, backend }) => {
  const { nadia, client } = await newOffice(backend)
  await openAs(page, nadia.email, screenPath('manager', 'editClient', client.id))
  await page.getByLabel('Worker').selectOption(nadia.name)
  await expect(page.getByLabel('Worker').getByRole('option')).toHaveText(['Unassigned', nadia.name])
  await page.getByText('More about this person').click()
  await page.getByLabel('Preferred name').fill('Hodi')
  await expect(page.getByLabel('Needs an interpreter')).toHaveValue('')
  await page.getByLabel('Safe at Home participant').selectOption('Yes')
  await page.getByLabel('Before making contact').fill('Call after 4 pm.')
  await expectAccessible(page, 'the form with more about a person')
  await page.getByRole('button', { name: 'Update Client' }).click()
  await page.waitForURL(`**${screenPath('manager', 'clients')}`)

  await page.getByLabel('Worker').selectOption('My clients')
  await page.waitForURL('**?worker=me')
  await expect(page.getByText('1 client found')).toBeVisible()
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: client.lastName })
  await expect(row).toContainText(nadia.name)
  await expect(row).toContainText('“Hodi”')

  await row.getByRole('link', { name: 'Notes' }).click()
  await expect(page.getByText('Call after 4 pm.')).toBeVisible()
  await expect(page.getByText(/^Safe at Home: use only the designated address/)).toBeVisible()
  await page.getByRole('link', { name: 'Details', exact: true }).click()
  await expect(page.getByText('Before making contact')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Workers' })).toContainText(nadia.name)
  await expectAccessible(page, 'client details with a banner and workers')
})

test('the 17 clients of a leaving worker are split among three in ten actions [T1086]', async ({
  page,
  backend: { api, token, employ },
  backend,
}) => {
  const [{ nadia: leaver, omar }, { nadia }, { omar: third }] = [
    await newOffice(backend),
    await newOffice(backend),
    await newOffice(backend),
  ]
  let last: typeof hodan & { id?: string } = hodan
  for (let count = 11; count <= 27; count += 1) {
    const client = { ...hodan, firstName: `Client ${count}`, lastName: leaver.name, assignedTo: leaver.id }
    last = (await api.send('POST', '/clients', token, client)).body
  }
  await openAs(page, await employ('manager'), screenPath('manager', 'clients'))
  const dialog = page.getByRole('dialog')
  const effort = countEffort(page)
  await page.getByLabel('Worker', { exact: true }).selectOption(leaver.name)
  let actions = 1
  for (const [worker, left] of [
    [omar, 17],
    [nadia, 11],
    [third, 5],
  ] as const) {
    await expect(page.getByText(`${left} clients found`)).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /^Choose / })).toHaveCount(left)
    if (left === 5) await effort.click(page.getByRole('button', { name: 'Choose these 5' }))
    else {
      await page
        .getByRole('checkbox', { name: /^Choose / })
        .nth(5)
        .click({ modifiers: ['Shift'] })
      actions += 1
    }
    if (left === 17) await expectAccessible(page, 'a list with chosen clients')
    await effort.click(page.getByRole('button', { name: /^Assign [56] …$/ }))
    await expect(dialog.getByLabel('New worker')).toBeFocused()
    await effort.write(worker.name)
    await expect(dialog.getByLabel('New worker')).toHaveValue(worker.id)
    if (left === 17) await expectAccessible(page, 'the dialog that assigns several clients')
    if (left === 5) {
      await api.send('PUT', `/clients/${last.id}`, token, { ...last, phone: '6125550199' })
      await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
      await expect(dialog.getByText(/^Nobody was assigned: 1 client has been changed/)).toBeVisible()
      await expectAccessible(page, 'several clients, of whom one has been changed')
      await dialog.getByRole('button', { name: 'Read them again' }).click()
      await expect(dialog.getByRole('button', { name: 'Read them again' })).toHaveCount(0)
    }
    await effort.click(dialog.getByRole('button', { name: 'Assign', exact: true }))
    await expect(page.getByText(/^[56] clients assigned to/)).toBeVisible()
  }
  await expect(page.getByText('No clients match')).toBeVisible()
  const { clicks, keys } = effort.cost()
  expect(actions + clicks + keys).toBe(10)
  for (const { id, count } of [
    { id: omar.id, count: 6 },
    { id: nadia.id, count: 6 },
    { id: third.id, count: 5 },
  ]) {
    const { body } = await api.send('GET', `/clients/summary?assignedTo=${id}`, token)
    expect(body.total).toBe(count)
  }
})

test('an employee takes a client in two actions [T1087]', async ({ page, backend }) => {
  const { nadia, client } = await newOffice(backend)
  await openAs(page, nadia.email, screenPath('manager', 'clients'))
  const row = page.getByRole('row').filter({ hasText: client.lastName })
  const effort = countEffort(page)
  await effort.click(page.getByLabel('Search by name'))
  await effort.write(client.lastName)
  await expect(page.getByText('1 client found')).toBeVisible()
  await effort.click(row.getByRole('button', { name: 'Take' }))
  await expect(page.getByText(/is now assigned to you\.$/)).toBeVisible()
  await expect(row).toContainText(nadia.name)
  expect(effort.cost()).toEqual({ clicks: 2, keys: 0 })
  await expectAccessible(page, 'a client who was just taken')
})
