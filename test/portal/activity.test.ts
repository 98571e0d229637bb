import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { activityReports } from '#portal/session-watch/activity.ts'

const second = 1000
const minute = 60 * second

/** Reports to a server that takes or refuses them at will. */
function reporting() {
  const sent: number[] = []
  const taken: number[] = []
  let isDown = false
  let now = 0
  const reports = activityReports(
    async () => {
      sent.push(now)
      if (isDown) throw new Error('No network')
    },
    (activeAt) => taken.push(activeAt),
  )
  return {
    reports,
    sent,
    taken,
    async inputAt(...times: number[]) {
      for (now of times) {
        reports.input(now)
        await setImmediate()
      }
    },
    async retryAt(...times: number[]) {
      for (now of times) {
        reports.retry(now)
        await setImmediate()
      }
    },
    goAway: () => {
      isDown = true
    },
    comeBack: () => {
      isDown = false
    },
  }
}

describe('activity reports', () => {
  it('sends a report at the first input and then at most once a minute [T298]', async () => {
    const { inputAt, sent, taken, reports } = reporting()
    await inputAt(0, 1, 30 * second, minute - 1, minute, minute + 1)
    expect(sent).toEqual([0, minute])
    expect(taken).toEqual([0, minute])
    expect(reports.activeAt()).toBe(minute)
  })

  it('counts activity only once the server has recorded it', async () => {
    const { inputAt, goAway, reports } = reporting()
    await inputAt(0)
    goAway()
    await inputAt(5 * minute, 6 * minute, 7 * minute)
    expect(reports.activeAt()).toBe(0)
  })

  it('sends a failed report again, with pauses', async () => {
    const { inputAt, retryAt, goAway, sent } = reporting()
    goAway()
    await inputAt(0)
    await retryAt(second, 9 * second, 10 * second, 15 * second, 20 * second, 2 * minute, 3 * minute)
    expect(sent).toEqual([0, 10 * second, 20 * second])
  })

  it('counts activity in another tab, unless it is older', async () => {
    const { inputAt, sent, reports } = reporting()
    reports.noteActivity(5 * minute)
    reports.noteActivity(3 * minute)
    await inputAt(5 * minute + 30 * second)
    expect(sent).toEqual([])
    expect(reports.activeAt()).toBe(5 * minute)
  })

  it('sends a report at once when the person stays signed in, which counts only if it succeeds', async () => {
    const { inputAt, goAway, reports, sent } = reporting()
    await inputAt(0)
    await reports.stay(second)
    expect(sent).toHaveLength(2)
    expect(reports.activeAt()).toBe(second)
    goAway()
    await expect(reports.stay(2 * second)).rejects.toThrow('No network')
    expect(reports.activeAt()).toBe(second)
  })
})
