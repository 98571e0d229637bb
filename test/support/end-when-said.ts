/**
 * Loaded into a program before it begins (`node --import`): the program asks itself to end the moment it says END_WHEN_SAID,
 * or that it is ready. Whoever listens from outside may hear of it when it has long gone on.
 */
import fs from 'node:fs'

const endings = [process.env.END_WHEN_SAID ?? '', 'Ready on']

function hear(part: unknown): void {
  if (endings.some((words) => String(part).includes(words))) process.kill(process.pid, 'SIGTERM')
}

const { stdout } = process
stdout.write = new Proxy(stdout.write, {
  apply(write, target, told: [unknown]) {
    hear(told[0])
    return Reflect.apply(write, target, told)
  },
})

// The log goes past the stream of standard error.
fs.write = new Proxy(fs.write, {
  apply(write, target, told: [number, unknown]) {
    if (told[0] === 2) hear(told[1])
    return Reflect.apply(write, target, told)
  },
})
