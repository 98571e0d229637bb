import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { decodeToken, isRunning } from '#portal/session/token.ts'

const claims = { role: 'manager', email: 'hodan@example.org', exp: 2000, iat: 1000, sub: 'e1', sid: 's1' }

function tokenOf(content: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(content)).toString('base64url')}.signature`
}

/** What goes to the browser's console. */
function hear() {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  return said
}

describe('a stored token', () => {
  it('says who is signed in', () => {
    expect(decodeToken(tokenOf(claims))).toEqual(claims)
  })

  it('keeps letters beyond ASCII, and what base64url writes with - and _', () => {
    const email = 'josé.øverby+ÿÿÿ>>>???@example.org'
    expect(decodeToken(tokenOf({ ...claims, email }))?.email).toBe(email)
  })

  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['no token at all', 'hello'],
    ['a token without content', 'a..b'],
    ['content that is not JSON', `a.${Buffer.from('{').toString('base64url')}.b`],
    ['content that is null', tokenOf(null)],
    ['a role that nobody has', tokenOf({ ...claims, role: 'staff' })],
    ['a role that every object has by birth', tokenOf({ ...claims, role: 'constructor' })],
    ['no expiry', tokenOf({ ...claims, exp: undefined })],
    ['an expiry in words', tokenOf({ ...claims, exp: 'never' })],
  ])('is nobody when it is %s', (_, token) => {
    hear()
    expect(decodeToken(token)).toBeUndefined()
  })

  it('is logged, without itself, when it can’t be read; none at all is not', () => {
    const said = hear()
    decodeToken(null)
    expect(said).not.toHaveBeenCalled()
    decodeToken('hello')
    expect(said.mock.calls).toEqual([['The stored token can’t be read.']])
  })

  it('runs only while its expiry, in seconds, is later than now', () => {
    expect(isRunning(claims, 1_999_999)).toBe(true)
    expect(isRunning(claims, 2_000_000)).toBe(false)
    expect(isRunning(claims, 2_000_001)).toBe(false)
  })
})
