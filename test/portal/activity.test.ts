import { beforeEach, describe, expect, it, vi } from 'vitest'

const call = vi.fn<() => Promise<unknown>>()
vi.mock('#portal/session/call.ts', () => ({ call }))

describe('activity', () => {
  beforeEach(() => {
    vi.resetModules()
    call.mockReset()
  })

  it('is reported at the first input and then at most once a minute', async () => {
    const { report } = await import('#portal/session/activity.ts')
    call.mockResolvedValue({})
    for (const now of [0, 59_999, 60_000, 60_001]) report(now)
    expect(call).toHaveBeenCalledTimes(2)
  })

  it('whose report failed is reported again at the next input', async () => {
    const { report } = await import('#portal/session/activity.ts')
    call.mockRejectedValueOnce(new Error('No network'))
    report(0)
    report(1)
    expect(call).toHaveBeenCalledTimes(1)
    await Promise.resolve()
    await Promise.resolve()
    call.mockResolvedValue({})
    report(2)
    report(3)
    expect(call).toHaveBeenCalledTimes(2)
  })
})
