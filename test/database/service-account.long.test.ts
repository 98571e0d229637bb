import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { dedicatedAccount, isRoot } from '#server/database/embedded/service-account.ts'
import { makeFolder } from '#test/support/database-process.ts'
import { root } from '#test/support/source-tree.ts'

const account = isRoot() ? dedicatedAccount() : undefined

/** With an /etc of its own, so that no account is added to this machine. */
const inOwnEtc = (then: string) => `
  cp -a /etc "$0" && sed -i /^stable-housing:/d "$0"/passwd "$0"/shadow "$0"/group "$0"/gshadow &&
  mount --bind "$0" /etc && ${then} exec "${process.execPath}" --input-type=module --eval "$1"`

const program = `
  import { serviceAccount, warnOfNobody } from '#server/database/embedded/service-account.ts'
  const account = serviceAccount()
  console.log(account.name)
  warnOfNobody(account, console.log)`

function run(script: string): string {
  const { stdout } = spawnSync('unshare', ['-m', 'sh', '-c', script, makeFolder('etc'), program], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout
}

// A container may not be allowed to mount, and a machine may not have useradd.
const mayMount = account && spawnSync('unshare', ['-m', 'mount', '--bind', '/etc', '/etc']).status === 0

test.runIf(mayMount)('root adds an account for the private database [T484]', () => {
  expect(run(inOwnEtc(''))).toBe('stable-housing\n')
})

test.runIf(mayMount)(
  'without a way to add an account, the private database runs as nobody, with a warning [T485]',
  () => {
    expect(run(inOwnEtc('mount -o remount,bind,ro /etc &&'))).toBe(
      'nobody\nThe private database runs under the account nobody, which other programs may use, too. Add an account for it alone (useradd --system stable-housing), then restore a backup into a new data folder.\n',
    )
  },
)
