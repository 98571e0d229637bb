import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '#commands/free-port.ts'
import type { Cleanup } from './cleanup.ts'

/** The only address that a temporary instance listens on. */
export const loopback = '127.0.0.1'

export interface TemporaryInstance {
  dataDir: string
  url: string
  /** The product's settings. They override the machine's and those in `.env`. */
  env: Record<string, string>
  /** Where the private PostgreSQL keeps its files. */
  cluster(): string
}

/** A data folder and a port for one run of the product. The cleanup removes the folder. */
export async function newTemporaryInstance(cleanup: Cleanup): Promise<TemporaryInstance> {
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'stable-housing-trial-'))
  const home = () => clusterHome(dataDir)
  cleanup.add(() => {
    const folders = new Set([home(), dataDir])
    for (const folder of folders)
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  })
  const port = await freePort()
  const url = `http://${loopback}:${port}`
  return {
    dataDir,
    url,
    env: {
      PORT: `${port}`,
      HOST: loopback,
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...Object.fromEntries(unset.map((name) => [name, ''])),
    },
    cluster: () => join(home(), 'postgres'),
  }
}

/** Empty variables count as unset, and `.env` does not set a variable that exists. */
const unset = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SESSION_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
  'SUPER_ADMIN_EMAIL',
  'TRUST_PROXY',
  'BACKUP_KEY',
  'RETENTION_YEARS',
]

/** The data folder, or the folder outside of it that the cluster needed (docs/decisions/0051). */
function clusterHome(dataDir: string): string {
  const identity = join(dataDir, 'cluster.json')
  if (!existsSync(identity)) return dataDir
  return resolve(dataDir, JSON.parse(readFileSync(identity, 'utf8')).home)
}
