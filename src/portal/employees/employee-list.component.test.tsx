import '#ui/foundation.css'
import '#portal/portal.css'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { screenPath } from '#contract/paths.ts'
import { readFocusedStop } from '#test/support/focus-in-sight.ts'
import { amina } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'
import type { Answers } from '#test/support/portal-screen.tsx'

const address = screenPath('admin', 'userManagement')

/** As the server sorts them. */
const employees = Array.from({ length: 15 }, (_, n) => {
  const id = `e${n + 10}`
  const email = `${id}@example.org`
  return {
    ...amina,
    id,
    _id: id,
    email,
    lastName: `Yusuf ${id}`,
    hasPassword: true,
    hasTwoStep: false,
    hasOrganizationAccount: false,
    version: 1,
  }
})

async function openEmployees(query = '', answers: Answers = {}) {
  const opened = await openArea({
    role: 'super-admin',
    address: address + query,
    answers: {
      'POST /employees/search': () => Response.json(employees),
      'GET /outgoing-mail': () => Response.json([]),
      ...answers,
    },
  })
  const { screen, router } = opened
  // Their styles are about the page of the portal.
  screen.container.id = 'portal'
  document.body.classList.add('portal')
  onTestFinished(() => document.body.classList.remove('portal'))
  const names = () => [...document.querySelectorAll('tbody th [dir="auto"]')].map((name) => name.textContent)
  await expect.poll(names).toHaveLength(employees.length)
  return { ...opened, names, query: () => router.state.location.search }
}

test('a column header sorts the employees, which the address and Clear Filters keep', async () => {
  const byName = employees.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  const first = await openEmployees()
  const name = first.screen.getByRole('columnheader', { name: 'Name' })
  await expect.element(name).toHaveAttribute('aria-sort', 'ascending')
  expect(first.names()).toEqual(byName)
  name.getByRole('button').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveAttribute('aria-sort', 'descending')
  expect(first.query()).toBe('?sort=-name')
  await first.screen.unmount()

  const { screen, names, query } = await openEmployees('?sort=-name')
  await expect
    .element(screen.getByRole('columnheader', { name: 'Name' }))
    .toHaveAttribute('aria-sort', 'descending')
  expect(names()).toEqual(byName.toReversed())
  await screen.getByRole('searchbox').fill('nobody')
  await screen.getByRole('button', { name: 'Clear Filters' }).click()
  await expect.element(screen.getByRole('searchbox')).toHaveValue('')
  expect(query()).toBe('?sort=-name')
})

async function useWindow(width: number, height: number) {
  await page.viewport(width, height)
  onTestFinished(() => page.viewport(1280, 800))
}

/** Scrolls until the element has this edge there. */
function scrollTo(element: Element, edge: 'top' | 'bottom', at: number) {
  scrollBy({ top: element.getBoundingClientRect()[edge] - at, behavior: 'instant' })
}

test('the header of a table does not cover what has focus', async () => {
  await useWindow(1280, 400)
  const { screen } = await openEmployees()
  const button = (row: number) => screen.getByRole('row').nth(row).getByRole('button').last().element()
  button(8).focus({ preventScroll: true })
  scrollTo(button(7), 'top', 2)
  const passed: (Element | null)[] = []
  const hidden: (string | undefined)[] = []
  for (let stops = 0; stops < 15; stops += 1) {
    await userEvent.tab({ shift: true })
    passed.push(document.activeElement)
    const stop = readFocusedStop()
    if (!stop?.inSight) hidden.push(stop?.name)
  }
  expect(passed).toContain(button(7))
  expect(hidden).toEqual([])
})

test('a message does not cover what has focus', async () => {
  await useWindow(375, 812)
  const failure = { code: 'server-failure', message: 'No.' }
  const { screen } = await openEmployees('', {
    'PATCH /employees/e15/role': () => Response.json(failure, { status: 500 }),
  })
  const role = screen.getByRole('button', { name: /^Role of .* e15/ })
  role.element().focus()
  // Where the message will be.
  const bar = document.querySelector('.masthead-nav')?.getBoundingClientRect()
  scrollTo(role.element(), 'bottom', (bar?.top ?? 0) - 30)
  expect(readFocusedStop()).toMatchObject({ inSight: true })
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(screen.getByText(/^Failed to update role\./)).toBeVisible()
  await expect.element(role).toHaveFocus()
  await expect.poll(readFocusedStop).toMatchObject({ inSight: true })
  await expect.element(role).toBeInViewport({ ratio: 1 })
})
