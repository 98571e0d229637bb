import { describe, expect, it } from 'vitest'
import { sameInOwnArea } from '#contract/access/areas.ts'
import type { Role } from '#contract/access/roles.ts'
import { addressInDocument, staysInDocument } from '#portal/screen/router-anchor.tsx'
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

describe('a link', () => {
  it.each([
    ['/admin/clients', '/admin/clients?page=2&cursor=x', true],
    ['/admin/clients', '/profile', true],
    ['/admin/clients', '/manager/clients', false],
    ['/login', '/admin/dashboard', false],
    ['/admin/clients', '//example.org/admin/', false],
  ])('follows a link from %s to %s without a page load: %s', (from, to, stays) => {
    expect(staysInDocument(from, to)).toBe(stays)
  })
})

describe('the way to the own profile', () => {
  it('leads from an area to the profile of that area', () => {
    expect(addressInDocument('/admin/clients', '/profile')).toBe('/admin/profile')
    expect(addressInDocument('/manager/clients', '/profile')).toBe('/manager/profile')
    expect(addressInDocument('/manager/clients', '/manager/clients')).toBe('/manager/clients')
  })
})
