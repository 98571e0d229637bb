import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { decodeToken, isRunning } from '#portal/session/stored-session.ts'

const claims = {
  role: 'manager',
  email: 'hodan@example.org',
  name: 'Hodan Warsame',
  exp: 2000,
  iat: 1000,
  sub: 'e1',
  sid: 's1',
}

function tokenOf(content: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(content)).toString('base64url')}.signature`
}

/** The warnings in the console. */
function spyOnWarnings() {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  return warn
}

describe('a stored token', () => {
  it('reads who is signed in from a token, with characters beyond ASCII and base64url [T136]', () => {
    const holder = { ...claims, email: 'josé.øverby+ÿÿÿ>>>???@example.org' }
    expect(decodeToken(tokenOf(holder))).toEqual(holder)
  })

  it.each([
    ['nothing', null],
    ['no token at all', 'hello'],
    ['content that is not JSON', `a.${Buffer.from('{').toString('base64url')}.b`],
    ['content that is null', tokenOf(null)],
    ['a role that is a property of every object', tokenOf({ ...claims, role: 'constructor' })],
    ['a name that is not text', tokenOf({ ...claims, name: {} })],
    ['an expiry in words', tokenOf({ ...claims, exp: 'never' })],
  ])('reads nothing from %s', (_, token) => {
    spyOnWarnings()
    expect(decodeToken(token)).toBeUndefined()
  })

  it('logs an unreadable token without its content [T165]', () => {
    const warn = spyOnWarnings()
    decodeToken(null)
    expect(warn).not.toHaveBeenCalled()
    decodeToken('hello')
    expect(warn.mock.calls).toEqual([['The stored token can’t be read.']])
  })

  it('accepts a token only until its expiry, in seconds [T79]', () => {
    expect(isRunning(claims, 1_999_999)).toBe(true)
    expect(isRunning(claims, 2_000_000)).toBe(false)
    expect(isRunning(claims, 2_000_001)).toBe(false)
  })
})
