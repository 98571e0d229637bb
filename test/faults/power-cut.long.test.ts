import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { isStillRunning, makeFolder, processesOf, until } from '#test/support/database-process.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { startWriters } from '#test/support/steady-writers.ts'

/* The data folder is on a disk in a file. What was written but not flushed is not in that file, and gone after the cut. */

/** How often the power is cut; more in `npm run faults`. */
const cuts = Number(process.env.POWER_CUTS ?? 1)

test(
  'a power cut loses no acknowledged write [T832]',
  async (context) => {
    const disk = makeDisk()
    context.skip(!disk, 'This test mounts a disk in a file, which needs Linux, root and loop devices.')
    const { folder, cut } = disk as NonNullable<typeof disk>
    const instance = await newTestInstance({ DATA_DIR: join(folder, 'data') })
    onTestFinished(() => instance.remove())
    let product = await instance.start()
    const token = await apiCaller(product.url).becomeSuperAdmin(product.link() ?? '')
    const writers = startWriters(product.url, token)
    const unsynced = join(folder, 'unsynced')
    for (let number = 1; number <= cuts; number += 1) {
      const before = writers.acknowledged.length
      await writers.more(15)
      await pause(Math.random() * 500)
      writeFileSync(unsynced, 'never flushed')
      const server = product.process
      await cut([Number(server.pid), instance.postmasterPid()])
      if (server.signalCode === null) await once(server, 'exit')
      expect(existsSync(unsynced) && readFileSync(unsynced, 'utf8'), 'was the power cut?').toBeFalsy()
      const written = writers.acknowledged.slice(before)
      product = await instance.start()
      await writers.expectOnce(written)
      expect(await instance.ops('verify-audit')).toMatchObject({ code: 0 })
    }
    await writers.stop()
    if (cuts > 1)
      process.stdout.write(
        `${cuts} power cuts, ${writers.acknowledged.length} notes acknowledged, none lost.\n`,
      )
  },
  300_000 * cuts,
)

/** Mounts a disk for the test. Undefined where that is not possible. */
function makeDisk() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = makeFolder('disk')
  const image = `${folder}.image`
  mkdirSync(folder)
  const run = (program: string, ...parameters: string[]) =>
    execFileSync(program, parameters, { stdio: 'ignore' })
  // For so many seconds, the file system flushes nothing but what it is asked to.
  const mount = () => run('mount', '-o', 'loop,commit=300', image, folder)
  // The last thread of a killed program takes a moment to end.
  const unmount = () => until(() => spawnSync('umount', [folder]).status === 0)
  try {
    run('truncate', '-s', '1G', image)
    run('mkfs.ext4', '-q', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image)
    mount()
  } catch {
    return undefined
  }
  onTestFinished(unmount)

  /** Ends the programs, and puts the disk back to what had reached it when the first of them was stopped. */
  async function cut(programs: number[]): Promise<void> {
    for (const pid of programs) process.kill(pid, 'SIGSTOP')
    const all = programs.flatMap(processesOf)
    for (const pid of all) process.kill(pid, 'SIGSTOP')
    // A flush that has begun ends first.
    await until(() => all.every((pid) => / [TZ] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))))
    run('cp', '--sparse=always', image, `${image}.cut`)
    for (const pid of all) process.kill(pid, 'SIGKILL')
    await until(() => !all.some(isStillRunning))
    await unmount()
    renameSync(`${image}.cut`, image)
    mount()
  }

  return { folder, cut }
}
