import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#contract/access/roles.ts'
import type { Employee } from '#contract/employees/schema.ts'
import { EmployeeTable } from '#portal/employees/employee-table.tsx'
import { AreaGuard } from '#portal/shell/area-guard.tsx'
import { ToastProvider } from '#ui/toast.tsx'

const amina = {
  id: 'e1',
  firstName: 'Amina',
  lastName: 'Warsame',
  email: 'amina@example.org',
  role: 'manager',
} as Employee

/** The list as an employee with that role sees it. */
function tableFor(role: Role, area: 'admin' | 'manager'): string {
  const claims = { role, email: 'x@example.org', name: 'X', sub: 'x', sid: 'x', iat: 0, exp: 9_999_999_999 }
  const token = `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
  vi.stubGlobal('localStorage', { getItem: () => token })
  const nothing = () => {}
  const table = createElement(EmployeeTable, {
    rows: [amina],
    refreshing: false,
    say: nothing,
    onOpen: nothing,
  })
  const guarded = within(AreaGuard, { area }, table)
  const routed = within(MemoryRouter, {}, within(ToastProvider, {}, guarded))
  return renderToStaticMarkup(within(QueryClientProvider, { client: new QueryClient() }, routed))
}

/** The child is no property here, which the components' types ask for. */
function within<Props>(component: ComponentType<Props>, props: Omit<Props, 'children'>, child: ReactNode) {
  return createElement(component as ComponentType<object>, props, child)
}

describe('the controls of an employee', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  const controls = (html: string) => html.match(/<button\b[^>]*>/g) ?? []

  it('enables all controls for a super-admin', () => {
    const found = controls(tableFor('super-admin', 'admin'))
    expect(found).toHaveLength(11)
    expect(found.filter((control) => control.includes('disabled'))).toEqual([])
  })

  it.each(['admin', 'manager', 'employee'] as const)(
    'disables all controls for the role %s [T139]',
    (role) => {
      const found = controls(tableFor(role, 'manager'))
      expect(found).toHaveLength(4)
      expect(found.filter((control) => !control.includes('aria-disabled="true"'))).toEqual([])
    },
  )
})
