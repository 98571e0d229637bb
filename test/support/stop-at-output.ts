/**
 * Loaded with `node --import`: the process sends SIGTERM to itself the moment it prints STOP_AT_OUTPUT or that it is ready.
 * Another process would notice the output too late.
 */
const texts = [process.env.STOP_AT_OUTPUT ?? '', 'Ready on']

function stopAt(part: unknown): void {
  if (texts.some((text) => String(part).includes(text))) process.kill(process.pid, 'SIGTERM')
}

for (const stream of [process.stdout, process.stderr]) {
  stream.write = new Proxy(stream.write, {
    apply(write, target, parameters: [unknown]) {
      stopAt(parameters[0])
      return Reflect.apply(write, target, parameters)
    },
  })
}
