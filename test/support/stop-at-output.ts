/**
 * Loaded with `node --import`: the process sends SIGTERM to itself the moment it prints STOP_AT_OUTPUT or that it is ready.
 * Another process would notice the output too late.
 */
import fs from 'node:fs'

const texts = [process.env.STOP_AT_OUTPUT ?? '', 'Ready on']

function stopAt(part: unknown): void {
  if (texts.some((text) => String(part).includes(text))) process.kill(process.pid, 'SIGTERM')
}

const { stdout } = process
stdout.write = new Proxy(stdout.write, {
  apply(write, target, parameters: [unknown]) {
    stopAt(parameters[0])
    return Reflect.apply(write, target, parameters)
  },
})

// The log writes to the file descriptor of standard error directly.
fs.write = new Proxy(fs.write, {
  apply(write, target, parameters: [number, unknown]) {
    if (parameters[0] === 2) stopAt(parameters[1])
    return Reflect.apply(write, target, parameters)
  },
})
