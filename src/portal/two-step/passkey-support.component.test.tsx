import { afterEach, expect, test } from 'vitest'
import { canUsePasskeys } from './passkey-support.ts'

afterEach(() => document.querySelector('meta[name="passkey-host"]')?.remove())

function serve(host: string): void {
  const meta = document.createElement('meta')
  meta.name = 'passkey-host'
  meta.content = host
  document.head.append(meta)
}

test('passkeys are offered at the address that they are bound to, and at no other [T1583]', () => {
  expect(canUsePasskeys(), 'where there are none').toBe(false)
  serve(location.hostname)
  expect(canUsePasskeys()).toBe(true)
  document.querySelector('meta[name="passkey-host"]')?.setAttribute('content', 'portal.example.org')
  expect(canUsePasskeys()).toBe(false)
})
