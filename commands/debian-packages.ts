import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const canInstallPackages = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
const apt = (...parameters: string[]) => spawnSync('apt-get', parameters, { env }).status === 0

let isListUpdated = false

/** Returns whether all are installed. */
export function installPackages(...packages: string[]): boolean {
  if (!isListUpdated) isListUpdated = apt('update', '-qq')
  return apt('install', '-y', '-qq', ...packages)
}

/** What some tests need and only Debian's packages bring. WebKit has no headless mode and needs a display. */
const testedWith = {
  Firefox: { packages: ['firefox-esr'], programs: ['/usr/bin/firefox-esr'] },
  WebKit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    programs: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'],
  },
  // The servers of docs/deployment.md, which is for Debian 12.
  Patroni: {
    packages: ['patroni', 'etcd-server', 'haproxy', 'postgresql'],
    programs: [
      '/usr/bin/patroni',
      '/usr/bin/etcd',
      '/usr/sbin/haproxy',
      '/usr/lib/postgresql/15/bin/postgres',
    ],
  },
  // PGBOUNCER names another one to test with.
  PgBouncer: { packages: ['pgbouncer'], programs: [process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer'] },
}

type Tested = keyof typeof testedWith

/** The programs for tests with that; undefined unless all of them are installed. */
export function findPrograms(name: Tested): string[] | undefined {
  const { programs } = testedWith[name]
  return programs.every((program) => existsSync(program)) ? programs : undefined
}

/** Installs what is missing. Returns the names of what is still missing. */
export function installMissing(say: (line: string) => void): Tested[] {
  const missing = () => (Object.keys(testedWith) as Tested[]).filter((name) => !findPrograms(name))
  if (missing().length === 0 || !canInstallPackages) return missing()
  say(`Installing ${missing().join(', ')} for the tests (Debian packages) …`)
  for (const name of missing()) installPackages('--no-install-recommends', ...testedWith[name].packages)
  return missing()
}
