import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const canInstallPackages = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
const apt = (...parameters: string[]) => spawnSync('apt-get', parameters, { env }).status === 0

/** Returns whether all are installed. */
export function installPackages(...packages: string[]): boolean {
  apt('update', '-qq')
  return apt('install', '-y', '-qq', ...packages)
}

/** The pooler that some tests put in front of PostgreSQL; undefined where it is neither installed nor installable. */
export function findPooler(): string | undefined {
  const program = '/usr/sbin/pgbouncer'
  if (!existsSync(program) && canInstallPackages) installPackages('--no-install-recommends', 'pgbouncer')
  return existsSync(program) ? program : undefined
}
