import { existsSync, readFileSync } from 'node:fs'
import os from 'node:os'

/** The machine and the programs that the figures come from, in one paragraph. */
export function describeMachine(postgres: string, clock: Date): string {
  const [cpu] = os.cpus()
  const memory = Math.round(os.totalmem() / 1024 ** 3)
  return (
    `${cpu?.model.trim() || os.arch()}, ${os.availableParallelism()} cores, ${memory} GB of memory, ` +
    `${system()}; Node.js ${process.version.slice(1)}, PostgreSQL ${postgres}; ${clock.toISOString().slice(0, 10)}.`
  )
}

function system(): string {
  const file = '/etc/os-release'
  const name = existsSync(file) && /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync(file, 'utf8'))?.[1]
  return name ? `${name} (${os.type()} ${os.release()})` : `${os.type()} ${os.release()}`
}
