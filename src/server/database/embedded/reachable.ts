import fs from 'node:fs'
import path from 'node:path'
import type { ServiceAccount } from './service-account.ts'

/** Where clusters and binaries go when root's own folders are closed to the database's account. */
export const openHome = '/var/lib/stable-housing'

/** Whether the account may pass through every folder above `target`. Asks the mode bits, as root may do anything. */
export function mayReach(account: ServiceAccount, target: string): boolean {
  if (!account.isOther) return true
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    if (!mayPass(account, fs.statSync(folder))) return false
    if (folder === path.dirname(folder)) return true
  }
}

function mayPass({ uid, gid }: ServiceAccount, folder: fs.Stats): boolean {
  if (folder.uid === uid) return Boolean(folder.mode & 0o100)
  if (folder.gid === gid) return Boolean(folder.mode & 0o010)
  return Boolean(folder.mode & 0o001)
}

/** Makes `folder` and what is missing above it passable for the account, whatever the umask. */
export function makePassable(folder: string): void {
  if (fs.existsSync(folder)) return
  makePassable(path.dirname(folder))
  fs.mkdirSync(folder, { mode: 0o711 })
  fs.chmodSync(folder, 0o711)
}
