import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const tokenOf = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
const hodan = {
  role: 'manager',
  email: 'hodan@example.org',
  name: 'Hodan Warsame',
  exp: 2000,
  iat: 1000,
  sub: 'e1',
  sid: 's1',
}
const mine = tokenOf(hodan)

type Change = { key: string | null; newValue: string | null }

describe('news from another tab', () => {
  const replace = vi.fn()
  const reload = vi.fn()
  let kept: Record<string, unknown>
  let happens: (change: Change) => unknown
  /** Whether the page holds text that is not stored. */
  let hasText: boolean
  let isFormOpen: boolean
  const drop = vi.fn()
  const store = vi.fn(async () => undefined)

  beforeEach(async () => {
    vi.resetModules()
    kept = {
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, value: string) => {
        kept[key] = value
      },
      removeItem: (key: string) => {
        delete kept[key]
      },
    }
    vi.stubGlobal('sessionStorage', kept)
    vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'token' ? mine : null) })
    vi.stubGlobal('location', { pathname: '/manager/client-notes/c1', search: '', replace, reload })
    vi.stubGlobal('addEventListener', (_: string, listener: typeof happens) => {
      happens = listener
    })
    hasText = false
    isFormOpen = false
    const { watchOpenWork } = await import('#portal/session/held-page.ts')
    watchOpenWork({ isUnstored: () => hasText, isFormOpen: () => isFormOpen, store, drop })
    const { watchOtherTabs } = await import('#portal/session/tab-sync.ts')
    watchOtherTabs()
  })

  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetAllMocks()
    // No later test gets a module that is redirecting.
    vi.resetModules()
  })

  it('redirects to the login, which says why, when the session ended in another tab', () => {
    happens({ key: 'token', newValue: null })
    expect(replace).toHaveBeenCalledWith('/login')
    expect(kept).toMatchObject({
      sessionEnded: 'yes',
      wantedAddress: '/manager/client-notes/c1',
    })
  })

  it('redirects to the login, which says nothing, after a logout in another tab', () => {
    happens({ key: 'loggedOut', newValue: 'yes' })
    happens({ key: 'loggedOut', newValue: null })
    happens({ key: 'token', newValue: null })
    expect(replace).toHaveBeenCalledTimes(1)
    expect(Object.keys(kept)).not.toContain('sessionEnded')
  })

  it.each([
    ['another person', tokenOf({ ...hodan, sub: 'e2', sid: 's2' })],
    ['the same person in another role', tokenOf({ ...hodan, role: 'admin', sid: 's2' })],
    ['a person whose token can’t be read', 'another'],
  ])('reloads the page when %s signs in in another tab', (_, newValue) => {
    happens({ key: 'token', newValue })
    expect(reload).toHaveBeenCalledTimes(1)
    expect(replace).not.toHaveBeenCalled()
  })

  it('stays when the same person changes the password in another tab, and ignores other keys', () => {
    happens({ key: 'token', newValue: tokenOf({ ...hodan, exp: 3000, sid: 's2' }) })
    happens({ key: 'token', newValue: mine })
    happens({ key: 'savedEmail', newValue: null })
    expect(reload).not.toHaveBeenCalled()
    expect(replace).not.toHaveBeenCalled()
  })

  it.each<[string, Change]>([
    ['expires', { key: 'token', newValue: null }],
    ['is ended by a logout', { key: 'loggedOut', newValue: 'yes' }],
    ['is cleared with all of the storage', { key: null, newValue: null }],
  ])('stays with text that is not stored when the session %s in another tab', async (_, change) => {
    hasText = true
    await happens(change)
    expect(replace).not.toHaveBeenCalled()
    await happens({ key: 'token', newValue: tokenOf({ ...hodan, sid: 's2' }) })
    expect(store).toHaveBeenCalledOnce()
    expect(reload).not.toHaveBeenCalled()
    hasText = false
    await happens({ key: 'token', newValue: null })
    expect(replace).toHaveBeenCalledWith('/login')
  })

  it.each<[string, Change, number]>([
    ['stays with an open form when the session expires', { key: 'token', newValue: null }, 0],
    ['leaves an untouched form after a logout', { key: 'loggedOut', newValue: 'yes' }, 1],
  ])('%s in another tab', async (_, change, redirects) => {
    isFormOpen = true
    await happens(change)
    expect(replace).toHaveBeenCalledTimes(redirects)
  })

  it('stores the text of a person who signs in again in another role, then reloads the page', async () => {
    hasText = true
    await happens({ key: 'token', newValue: null })
    store.mockImplementation(async () => void expect(reload).not.toHaveBeenCalled())
    await happens({ key: 'token', newValue: tokenOf({ ...hodan, role: 'admin', sid: 's2' }) })
    expect(store).toHaveBeenCalledOnce()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('empties the page without storing its text when another person signs in', async () => {
    hasText = true
    await happens({ key: 'token', newValue: null })
    await happens({ key: 'token', newValue: tokenOf({ ...hodan, sub: 'e2', sid: 's2' }) })
    expect(store).not.toHaveBeenCalled()
    expect(drop).toHaveBeenCalledOnce()
    expect(reload).toHaveBeenCalledOnce()
  })
})
