import { expect, test, vi } from 'vitest'
import { screenPath } from '#contract/paths.ts'
import { amina } from '#test/support/people.ts'
import { openPortal } from '#test/support/portal-screen.tsx'
import { AddEmployeeScreen } from './add-employee-screen.tsx'

const address = screenPath('admin', 'addEmployee')
const message = 'An employee with this email already exists.'

test('an employee who can’t be created is reported [T91]', async () => {
  const answers = [
    () => Response.json({ code: 'email-taken', message }, { status: 409 }),
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Response.json({ ...amina, id: 'e2', _id: 'e2', version: 1 }),
  ]
  const { screen } = await openPortal({
    screens: { [address]: <AddEmployeeScreen /> },
    address,
    role: 'super-admin',
    answers: { 'POST /employees': () => answers.shift()?.() ?? Response.error() },
  })
  const keys: (string | null)[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    if (url === '/api/employees') keys.push(new Headers(request.headers).get('idempotency-key'))
    return fetch(url, request)
  })
  for (const [label, value] of Object.entries({
    'First Name': amina.firstName,
    'Last Name': amina.lastName,
    'Date of Birth': amina.dob,
    Email: amina.email,
    Phone: amina.phone,
    Address: amina.address,
  }))
    await screen.getByLabelText(label).fill(value)
  const [submit, email] = [
    screen.getByRole('button', { name: 'Create Employee' }),
    screen.getByLabelText('Email'),
  ]
  await submit.click()
  const alert = screen.getByRole('alert')
  await expect.element(alert).toHaveTextContent(message)
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveAccessibleDescription(/already exists/)

  await email.fill('unused@example.org')
  await submit.click()
  await expect.element(alert).toMatchTextContent('Error creating employee. Please try again.')
  await expect.element(alert).toMatchTextContent('The server is not responding.')
  await expect.element(email).toHaveValue('unused@example.org')
  // The lost request may have arrived: sent again, it is the same one, and the email is not taken.
  await submit.click()
  await expect
    .element(screen.getByText('Employee created successfully. Email sent for password setup.'))
    .toBeVisible()
  expect(keys).toHaveLength(3)
  expect(keys[1]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[2]).toBe(keys[1])
})
