import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds of the processor, which other programs don't lengthen. */
function worked(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** How long `work` kept this thread busy, and how long at most between two turns of the event loop, in which other calls wait. */
export async function longestTurn<T>(work: () => Promise<T>) {
  let isDone = false
  let longest = 0
  const watching = (async () => {
    while (!isDone) {
      const before = worked()
      await wait(1)
      longest = Math.max(longest, worked() - before)
    }
  })()
  const before = worked()
  const result = await work().finally(() => (isDone = true))
  const whole = worked() - before
  await watching
  return { result, longest, whole }
}
