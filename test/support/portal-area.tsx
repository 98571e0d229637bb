import { onTestFinished } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import type { Role } from '#contract/access/roles.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { routes } from '#portal/routes.tsx'
import { type Answers, openPortal } from './portal-screen.tsx'

interface PortalArea {
  role: Role
  address: string
  answers?: Answers
}

/** The whole portal in a browser, signed in, with answers of the test in place of the server. */
export function openArea({ role, address, answers = {} }: PortalArea) {
  const claims = { role, email: 'm@example.org', name: 'Mia Berg', sub: 'e1', sid: 's1', iat: 0, exp: 9e9 }
  localStorage.setItem(storageKeys.token, `e30.${btoa(JSON.stringify(claims))}.signature`)
  onTestFinished(async () => {
    // The area leads to the login, which ends the test's page, where a screen finds no session.
    await cleanup()
    localStorage.removeItem(storageKeys.token)
  })
  return openPortal({ routes, address, role, answers })
}
