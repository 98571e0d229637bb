import { expect, test } from 'vitest'
import { areaOfPath, landingPath, mayOpenArea } from './areas.ts'
import { roles } from './roles.ts'

test('only a super-admin may open the admin area, and only other roles the manager area [T23]', () => {
  expect(roles.filter((role) => mayOpenArea(role, 'admin'))).toEqual(['super-admin'])
  expect(roles.filter((role) => mayOpenArea(role, 'manager'))).toEqual(['admin', 'manager', 'employee'])
})

test('an employee lands on the website, every other role on a dashboard [T174]', () => {
  expect(roles.map((role) => landingPath(role))).toEqual([
    '/admin/dashboard',
    '/manager/dashboard',
    '/manager/dashboard',
    '/',
  ])
})

test('returns to the address that the guard turned away, if the role may open it', () => {
  expect(landingPath('manager', '/manager/clients?search=a')).toBe('/manager/clients?search=a')
  expect(landingPath('manager', '/admin/clients')).toBe('/manager/dashboard')
  expect(landingPath('employee', '/manager/client-notes/1')).toBe('/manager/client-notes/1')
})

test('ignores a requested address outside the portal or on another site', () => {
  for (const path of [
    'https://evil.example/admin/x',
    '//evil.example/admin',
    '/\\evil.example/admin/',
    '/',
    'x',
    '',
  ]) {
    expect(landingPath('super-admin', path)).toBe('/admin/dashboard')
  }
})

test('an area includes only paths below its own', () => {
  expect(areaOfPath('/admin')).toBe('admin')
  expect(areaOfPath('/administration')).toBeUndefined()
})
