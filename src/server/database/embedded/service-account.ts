import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { OperatorError } from '#server/operator-error.ts'

/** The account that PostgreSQL runs under. PostgreSQL refuses root and accounts that are not in the passwd file. */
export interface ServiceAccount {
  name: string
  uid: number
  gid: number
}

const dedicatedName = 'stable-housing'

/** For root: where other accounts can enter, unlike root's folders. */
export const openHome = '/var/lib/stable-housing'

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** For root, the account that owns the cluster already (`owner`, a user id) or the one that runs only our database. */
export function serviceAccount(owner?: number): ServiceAccount {
  if (!isRoot()) return ownAccount()
  const find = () =>
    findAccount(({ name, uid }) => (owner === undefined ? name === dedicatedName : uid === owner))
  if (owner === undefined && !find()) addDedicatedAccount()
  const found = find()
  if (found) return found
  throw new OperatorError(
    owner === undefined
      ? `PostgreSQL refuses to run as root, and no account could be added for it. Add one (useradd --system ${dedicatedName}), or start as an ordinary user.`
      : `The private database belongs to user ${owner}, under which PostgreSQL can't run. Give its folder back to the account that made it (chown -R).`,
  )
}

function addDedicatedAccount(): void {
  // Root's PATH may lack the folder of useradd. If another start adds the account meanwhile, useradd waits, then fails.
  const env = { PATH: `${process.env.PATH}:/usr/sbin:/sbin` }
  spawnSync('useradd', ['--system', dedicatedName], { env, stdio: 'ignore' })
}

function ownAccount(): ServiceAccount {
  try {
    return { name: os.userInfo().username, uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
  } catch {
    throw new OperatorError(
      `User ${process.getuid?.()} has no entry in the passwd file, and PostgreSQL needs one. Start as a named user, or set DATABASE_URL.`,
    )
  }
}

function findAccount(isWanted: (account: ServiceAccount) => boolean): ServiceAccount | undefined {
  const text = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8') : ''
  const entries = text.split('\n').filter((line) => line && !line.startsWith('#'))
  const accounts = entries.map((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  })
  return accounts.find((account) => account.uid !== 0 && isWanted(account))
}

/** Whether the account can enter every folder above `target`. Tested as that account, because root can enter any. */
export function canReach({ uid, gid }: Pick<ServiceAccount, 'uid' | 'gid'>, target: string): boolean {
  return !isRoot() || spawnSync('test', ['-x', path.dirname(target)], { uid, gid }).status === 0
}

/** Creates `folder` and its parents so that every account can enter them, whatever the umask. */
export function makeTraversable(folder: string): void {
  if (fs.existsSync(folder)) return
  makeTraversable(path.dirname(folder))
  fs.mkdirSync(folder)
  fs.chmodSync(folder, 0o711)
}
