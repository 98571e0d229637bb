import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const tokenOf = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
const hodan = { role: 'manager', email: 'hodan@example.org', exp: 2000, iat: 1000, sub: 'e1', sid: 's1' }
const mine = tokenOf(hodan)

type Change = { key: string | null; newValue: string | null }

describe('what another tab does', () => {
  const replace = vi.fn()
  const reload = vi.fn()
  let drafts: Record<string, unknown>
  let happens: (change: Change) => void

  beforeEach(async () => {
    vi.resetModules()
    drafts = {
      'draft:e1:note:c1': 'Called the landlord.',
      'draft:e2:note:c1': 'By somebody else.',
      getItem: (key: string) => drafts[key] ?? null,
      setItem: (key: string, value: string) => {
        drafts[key] = value
      },
      removeItem: (key: string) => {
        delete drafts[key]
      },
    }
    vi.stubGlobal('sessionStorage', drafts)
    vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'token' ? mine : null) })
    vi.stubGlobal('location', { pathname: '/manager/client-notes/c1', search: '', replace, reload })
    vi.stubGlobal('addEventListener', (_: string, listener: typeof happens) => {
      happens = listener
    })
    const { watchOtherTabs } = await import('#portal/session/tab-sync.ts')
    watchOtherTabs()
  })

  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetAllMocks()
  })

  it('when it notices that the session ended, sends to the login and keeps what is being written', () => {
    happens({ key: 'token', newValue: null })
    expect(replace).toHaveBeenCalledWith('/login')
    expect(drafts).toMatchObject({
      'draft:e1:note:c1': 'Called the landlord.',
      sessionEnded: 'yes',
      wantedAddress: '/manager/client-notes/c1',
    })
  })

  it('when it logs out, sends to the login and drops what is being written', () => {
    happens({ key: 'loggedOut', newValue: 'e1' })
    happens({ key: 'loggedOut', newValue: null })
    happens({ key: 'token', newValue: null })
    expect(replace).toHaveBeenCalledTimes(1)
    expect(Object.keys(drafts)).not.toContain('draft:e1:note:c1')
    expect(drafts).toHaveProperty(['draft:e2:note:c1'])
    expect(Object.keys(drafts)).not.toContain('sessionEnded')
  })

  it.each([
    ['somebody else', tokenOf({ ...hodan, sub: 'e2', sid: 's2' })],
    ['the same person in another role', tokenOf({ ...hodan, role: 'admin', sid: 's2' })],
    ['somebody whose token can’t be read', 'another'],
  ])('when %s signs in there, shows this page to them', (_, newValue) => {
    happens({ key: 'token', newValue })
    expect(reload).toHaveBeenCalledTimes(1)
    expect(replace).not.toHaveBeenCalled()
  })

  it('when the same person changes the password there, goes on here as if nothing had happened', () => {
    happens({ key: 'token', newValue: tokenOf({ ...hodan, exp: 3000, sid: 's2' }) })
    expect(reload).not.toHaveBeenCalled()
    expect(replace).not.toHaveBeenCalled()
  })

  it('is no news when it is the sign-in that this page began with', () => {
    happens({ key: 'token', newValue: mine })
    expect(reload).not.toHaveBeenCalled()
    expect(replace).not.toHaveBeenCalled()
  })

  it('with other keys is nothing to this one', () => {
    happens({ key: 'savedEmail', newValue: null })
    expect(replace).not.toHaveBeenCalled()
    expect(reload).not.toHaveBeenCalled()
  })
})
