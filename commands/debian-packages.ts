import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
const apt = (...parameters: string[]) => spawnSync('apt-get', parameters, { env }).status === 0

/** Installs Debian's packages for the tests, if this is Debian and the account is root. */
export function installPackages(names: string[], say: (line: string) => void, ...options: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say(`Installing ${names.join(', ')} for the tests (Debian packages) …`)
  const install = () => apt('install', '-y', '-qq', ...options, ...names)
  // The list of packages may be missing or out of date.
  if (!install() && apt('update', '-qq')) install()
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
  ClamAV: { packages: ['clamav-daemon'], programs: ['/usr/sbin/clamd'] },
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
  const missing = (Object.keys(testedWith) as Tested[]).filter((name) => !findPrograms(name))
  for (const name of missing) installPackages(testedWith[name].packages, say, '--no-install-recommends')
  return missing.filter((name) => !findPrograms(name))
}
