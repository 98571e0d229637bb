import { describe, expect, it } from 'vitest'
import { sameInOwnArea } from '#contract/access/areas.ts'
import type { Role } from '#contract/access/roles.ts'
import { guardDecision } from '#portal/shell/area-guard.tsx'

describe('the guard', () => {
  it('redirects visitors without a session to the login, from both areas [T24]', () => {
    expect(guardDecision(undefined, 'admin')).toBe('login')
    expect(guardDecision(undefined, 'manager')).toBe('login')
  })

  it.each<[Role, 'admin' | 'manager']>([
    ['super-admin', 'admin'],
    ['admin', 'manager'],
    ['manager', 'manager'],
    ['employee', 'manager'],
  ])('opens to %s the %s area and no other [T7]', (role, area) => {
    const other = area === 'admin' ? 'manager' : 'admin'
    expect(guardDecision({ role }, area)).toBe('open')
    expect(guardDecision({ role }, other)).toBe('unauthorized')
  })
})

describe('the same screen in the own area', () => {
  it.each<[Role, string, string | undefined]>([
    ['manager', '/admin/client-details/7', '/manager/client-details/7'],
    ['super-admin', '/manager/clients?search=moo&page=2', '/admin/clients?search=moo&page=2'],
    ['employee', '/admin/user-management', undefined],
    ['manager', '//example.org/admin/clients', undefined],
  ])('offers %s at %s the same screen at %s', (role, address, same) => {
    expect(sameInOwnArea(role, address)).toBe(same)
  })
})
