import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** What the running server wrote into its cluster. PostgreSQL's own file: it is read here, never removed. */
export interface PostmasterFile {
  pid: number
  /** Empty while the server is still starting. */
  socketDir: string
  /** It was told to stop, and may be waiting for whoever is connected. */
  isStopping: boolean
}

export function readPostmasterFile(cluster: string): PostmasterFile | null {
  try {
    const [pid, , , , socketDir = '', , , status = ''] = fs
      .readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8')
      .split('\n')
    if (!(Number(pid) > 0)) return null
    return { pid: Number(pid), socketDir: socketDir.trim(), isStopping: status.trim() === 'stopping' }
  } catch {
    return null
  }
}

/** The parent of a process; null when it can't be told. */
export function parentOf(pid: number): number | null {
  try {
    if (process.platform === 'linux') {
      // The second field, the program's name, may hold spaces and brackets; what follows doesn't.
      const afterName = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
      return Number(afterName.split(' ')[1])
    }
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }))
  } catch {
    return null
  }
}

/** Whether a living process is certainly no PostgreSQL. Told on Linux only; elsewhere the answer is no. */
export function isStranger(pid: number): boolean {
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres'
  } catch {
    return false
  }
}
