import fs from 'node:fs'
import os from 'node:os'
import { OperatorError } from '#server/operator-error.ts'

/** The account that PostgreSQL runs under. It refuses root and accounts without an entry in the passwd file. */
export interface ServiceAccount {
  name: string
  uid: number
  gid: number
  /** Whether it is another account than the one that runs this process (which then is root). */
  isOther: boolean
}

/** Tried in this order when root starts; an operator who wants an account for nothing else adds the first. */
const accountsForRoot = ['stable-housing', 'nobody']

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** The account for a cluster: the one that owns it when it exists already (`ownerUid`). */
export function serviceAccount(ownerUid?: number): ServiceAccount {
  if (!isRoot()) return ownAccount()
  const entries = passwdEntries()
  const found =
    ownerUid === undefined
      ? accountsForRoot.map((name) => entries.find((entry) => entry.name === name)).find((entry) => entry)
      : entries.find((entry) => entry.uid === ownerUid)
  if (found && found.uid !== 0) return { ...found, isOther: true }
  throw new OperatorError(
    ownerUid === undefined
      ? 'PostgreSQL refuses to run as root, and this machine has no account nobody. Start as an ordinary user, or add an account: useradd --system stable-housing.'
      : `The private database belongs to user ${ownerUid}, under which PostgreSQL can't run. Give its folder back to the account that made it (chown -R).`,
  )
}

function ownAccount(): ServiceAccount {
  try {
    const { username, uid, gid } = os.userInfo()
    return { name: username, uid, gid, isOther: false }
  } catch {
    throw new OperatorError(
      `User ${process.getuid?.()} has no entry in the passwd file, and PostgreSQL needs one. Start as a named user, or set DATABASE_URL.`,
    )
  }
}

function passwdEntries(): { name: string; uid: number; gid: number }[] {
  const lines = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8').split('\n') : []
  return lines
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
}
