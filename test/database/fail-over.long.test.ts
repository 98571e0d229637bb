import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { findPrograms } from '#commands/debian-packages.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { startDatabaseMachines } from '#test/support/database-machines.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { startWriters } from '#test/support/steady-writers.ts'

/** How often the primary is lost; more in `npm run faults`. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 1)

test.skipIf(!findPrograms('Patroni'))(
  'when the primary is lost while people write by two instances, nothing is lost or doubled, and an old primary gets no write [T830]',
  async () => {
    const { settings, primary, standbys } = await startDatabaseMachines()
    // In many rounds the super-admin adds more notes than a person may in a day.
    const env = { ...settings, NOTES_PER_DAY: '999999999' }
    const instances = [await newTestInstance(env), await newTestInstance(env)] as const
    onTestFinished(async () => {
      for (const instance of instances) await instance.remove()
    })
    const first = await instances[0].start()
    const token = await apiCaller(first.url).becomeSuperAdmin(first.link() ?? '')
    const second = await instances[1].start()
    const writers = startWriters([first.url, second.url], token)
    const seconds: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      await writers.more(15)
      const lost = await primary()
      lost.kill()
      const promoted = await primary(lost)
      const began = performance.now()
      await writers.more(1)
      seconds.push((performance.now() - began) / 1000)

      // The old primary knows nothing of it. HAProxy, which checks every two seconds, never leads to it.
      await lost.startPostgres()
      expect(await lost.acceptsWrites()).toBe(true)
      await pause(5_000)
      await writers.more(15)
      const sessions = "SELECT sessions FROM pg_stat_database WHERE datname = 'stable_housing'"
      expect(await lost.query(sessions)).toBe('0')

      lost.kill()
      lost.startPatroni()
      await standbys()
      expect(await primary()).toBe(promoted)
    }
    const leader = await primary()
    await leader.patronictl('switchover', '--force')
    expect(await primary(leader)).not.toBe(leader)
    await writers.more(15)
    await writers.stop()
    for (const instance of instances) expect(await instance.ops('verify-audit')).toMatchObject({ code: 0 })
    const [fastest, slowest] = [Math.min(...seconds), Math.max(...seconds)].map((time) => time.toFixed(1))
    process.stdout.write(
      `${rounds} fail-overs, ${writers.acknowledged.length} notes acknowledged, none lost or doubled; writes were back ${fastest} to ${slowest} s after the promotion.\n`,
    )
  },
  600_000 * rounds,
)
