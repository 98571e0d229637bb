import { expect, test } from 'vitest'
import { areaOfPath, landingPath, mayOpenArea } from './areas.ts'
import { roles } from './roles.ts'

test('the admin area is the super-admin’s alone, the manager area everybody else’s', () => {
  expect(roles.filter((role) => mayOpenArea(role, 'admin'))).toEqual(['super-admin'])
  expect(roles.filter((role) => mayOpenArea(role, 'manager'))).toEqual(['admin', 'manager', 'employee'])
})

test('managers and admins land on a dashboard, an employee on the website', () => {
  expect(roles.map((role) => landingPath(role))).toEqual([
    '/admin/dashboard',
    '/manager/dashboard',
    '/manager/dashboard',
    '/',
  ])
})

test('whom the guard had sent to sign in returns to the address they wanted, if their role may open it', () => {
  expect(landingPath('manager', '/manager/clients?search=a')).toBe('/manager/clients?search=a')
  expect(landingPath('manager', '/admin/clients')).toBe('/manager/dashboard')
  expect(landingPath('employee', '/manager/client-notes/1')).toBe('/manager/client-notes/1')
})

test('a wanted address outside the portal, or on another site, is ignored', () => {
  for (const wanted of [
    'https://evil.example/admin/x',
    '//evil.example/admin',
    '/\\evil.example/admin/',
    '/',
    'x',
    '',
  ]) {
    expect(landingPath('super-admin', wanted)).toBe('/admin/dashboard')
  }
})

test('an address belongs to an area only below its own name', () => {
  expect(areaOfPath('/admin')).toBe('admin')
  expect(areaOfPath('/administration')).toBeUndefined()
})
