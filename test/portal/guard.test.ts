import { describe, expect, it } from 'vitest'
import { landingPath, sameInOwnArea } from '#contract/access/areas.ts'
import { type Role, roles } from '#contract/access/roles.ts'
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
  ])('opens to %s the %s area and no other [T7]', (role, own) => {
    const other = own === 'admin' ? 'manager' : 'admin'
    expect(guardDecision({ role }, own)).toBe('open')
    expect(guardDecision({ role }, other)).toBe('unauthorized')
  })
})

describe('after login', () => {
  it('returns to the portal address that the person asked for', () => {
    expect(landingPath('manager', '/manager/clients?search=moo')).toBe('/manager/clients?search=moo')
  })

  it('does not return to an area that the role may not open', () => {
    expect(landingPath('manager', '/admin/clients')).toBe('/manager/dashboard')
  })

  it.each(['https://example.org/admin', '//example.org/admin', '/home', '/login'])(
    'does not redirect to %s, which is no portal address',
    (wanted) => {
      for (const role of roles) expect(landingPath(role, wanted)).toBe(landingPath(role))
    },
  )
})

describe('the same screen in the own area', () => {
  it.each<[Role, string, string | undefined]>([
    ['manager', '/admin/client-details/7', '/manager/client-details/7'],
    ['super-admin', '/manager/clients?search=moo&page=2', '/admin/clients?search=moo&page=2'],
    ['admin', '/admin/client-notes?view=1', '/manager/client-notes?view=1'],
    ['employee', '/admin/user-management', undefined],
    ['super-admin', '/manager/resources', undefined],
    ['manager', '/admin', undefined],
    ['manager', '//example.org/admin/clients', undefined],
  ])('offers %s at %s the same screen at %s', (role, address, same) => {
    expect(sameInOwnArea(role, address)).toBe(same)
  })

  it('offers no screen without a wanted address', () => {
    expect(sameInOwnArea('manager', null)).toBeUndefined()
  })
})

describe('a link', () => {
  it.each([
    ['/admin/clients', '/admin/client-details/7', true],
    ['/admin/clients', '/admin/clients?page=2&cursor=x', true],
    ['/admin/clients', '/profile', true],
    ['/login', '/forgot-password', false],
    ['/admin/clients', '/manager/clients', false],
    ['/admin/clients', '/login', false],
    ['/login', '/admin/dashboard', false],
    ['/unauthorized', '/manager/dashboard', false],
    ['/admin/clients', '/home', false],
    ['/admin/clients', '//example.org/admin/', false],
    ['/admin/clients', 'tel:6125550142', false],
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
