import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isRoot } from '#server/database/embedded/service-account.ts'
import { makeFolder } from '#test/support/database-process.ts'
import { root } from '#test/support/source-tree.ts'

/** With an /etc of its own, so that no account is added to this machine. */
const inOwnEtc = (then: string) => `
  cp -a /etc "$0" && sed -i /^stable-housing:/d "$0"/passwd "$0"/shadow "$0"/group "$0"/gshadow &&
  mount --bind "$0" /etc && ${then} exec "${process.execPath}" --input-type=module --eval "$1"`

const program = `
  import { serviceAccount } from '#server/database/embedded/service-account.ts'
  try {
    console.log(serviceAccount().name)
  } catch ({ message }) {
    console.log(message)
  }`

function run(script: string): string {
  const { stdout } = spawnSync('unshare', ['-m', 'sh', '-c', script, makeFolder('etc'), program], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout
}

// A container may not be allowed to mount.
const mayMount = isRoot() && spawnSync('unshare', ['-m', 'mount', '--bind', '/etc', '/etc']).status === 0

test.runIf(mayMount)('root adds an account for the private database [T484]', () => {
  expect(run(inOwnEtc(''))).toBe('stable-housing\n')
})

test.runIf(mayMount)('without a way to add an account, root is told to add one [T485]', () => {
  expect(run(inOwnEtc('mount -o remount,bind,ro /etc &&'))).toBe(
    'PostgreSQL refuses to run as root, and no account could be added for it. Add one (useradd --system stable-housing), or start as an ordinary user.\n',
  )
})
