import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { folderFailure, prepareDataFolder } from '#server/data-folder.ts'
import { createOnce, replaceFile } from '#server/lasting-files.ts'
import { OperatorError } from '#server/operator-error.ts'
import { makePassable, mayReach, openHome } from './reachable.ts'
import { isRoot, type ServiceAccount, serviceAccount } from './service-account.ts'

/** Where the cluster of a data folder lives, and under which account. */
export interface ClusterPlace {
  /** The data folder, real path. */
  dataDir: string
  id: string
  /** Holds `postgres` (the cluster), its socket's folder and drafts: the data folder, or one under `openHome`. */
  home: string
  cluster: string
  account: ServiceAccount
  /** The major version of the cluster once it was made; before, null. */
  majorVersion: number | null
}

const identityFile = 'cluster.json'
/** In a home outside of the data folder: the data folder that it belongs to. */
const ownerFile = 'data-folder'

const identityShape = z.object({
  id: z.string().regex(/^[0-9a-f]{12}$/),
  /** '.' is the data folder itself, so that the folder can be moved as a whole. */
  home: z.string().refine((home) => home === '.' || path.isAbsolute(home)),
  majorVersion: z.number().nullable(),
})

type Identity = z.infer<typeof identityShape>

/** Reads which cluster the data folder names; a folder without one gets a name and a place for a new one. */
export function findClusterPlace(dataDir: string, progress: (sentence: string) => void): ClusterPlace {
  const folder = prepareDataFolder(dataDir)
  const file = path.join(folder, identityFile)
  try {
    if (!fs.existsSync(file)) createOnce(file, JSON.stringify(newIdentity(folder, progress)))
    const { id, home: named, majorVersion } = readIdentity(file)
    const home = named === '.' ? folder : named
    const cluster = path.join(home, 'postgres')
    const account = serviceAccount(ownerOf(cluster))
    if (home === folder) openForAccount(folder, account)
    else claimHome(home, id, folder)
    return { dataDir: folder, id, home, cluster, account, majorVersion }
  } catch (error) {
    throw folderFailure(error, folder)
  }
}

/** Whether a cluster was made for this data folder. Nothing is made by asking. */
export function hasCluster(dataDir: string): boolean {
  const file = path.join(dataDir, identityFile)
  try {
    const isNamed = fs.statSync(file, { throwIfNoEntry: false }) !== undefined
    return isNamed && readIdentity(file).majorVersion !== null
  } catch (error) {
    throw folderFailure(error, dataDir)
  }
}

/** Notes that the cluster was made: from now on its absence is a loss, not a first start. */
export function recordCluster({ dataDir, id, home }: ClusterPlace, majorVersion: number): void {
  const identity: Identity = { id, home: home === dataDir ? '.' : home, majorVersion }
  replaceFile(path.join(dataDir, identityFile), JSON.stringify(identity))
}

/** Whether the data folder still names this cluster and the cluster is there: `rm -rf` can happen while we run. */
export function isStillThere({ dataDir, cluster }: ClusterPlace): boolean {
  return fs.existsSync(path.join(dataDir, identityFile)) && fs.existsSync(path.join(cluster, 'PG_VERSION'))
}

function newIdentity(folder: string, progress: (sentence: string) => void): Identity {
  const id = randomBytes(6).toString('hex')
  const account = serviceAccount()
  if (mayReach(account, folder)) return { id, home: '.', majorVersion: null }
  const home = path.join(openHome, id)
  progress(
    `Placing the private database at ${home}, because its account ${account.name} can't enter ${folder}.`,
  )
  for (const earlier of homesOf(folder)) {
    progress(`An earlier database of this folder remains at ${earlier}. Delete it if nobody needs it.`)
  }
  return { id, home, majorVersion: null }
}

function homesOf(dataDir: string): string[] {
  if (!fs.existsSync(openHome)) return []
  const homes = fs.readdirSync(openHome).map((name) => path.join(openHome, name))
  return homes.filter((home) => ownerOfHome(home) === dataDir)
}

function readIdentity(file: string): Identity {
  try {
    return identityShape.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error
    throw new OperatorError(`The file ${file} is damaged. Put it back from a backup of the data folder.`)
  }
}

function ownerOf(cluster: string): number | undefined {
  const uid = fs.statSync(cluster, { throwIfNoEntry: false })?.uid
  if (uid === undefined || isRoot() || uid === process.getuid?.()) return uid
  throw new OperatorError(
    `The private database at ${cluster} belongs to another account (user ${uid}). Start as the account that made it, or as root.`,
  )
}

function openForAccount(folder: string, account: ServiceAccount): void {
  if (!account.isOther) return
  if (!mayReach(account, folder)) {
    throw new OperatorError(
      `The account ${account.name}, under which PostgreSQL runs, can't enter the folders above ${folder}. Move the data folder back to where it was made, or to an open place.`,
    )
  }
  fs.chmodSync(folder, 0o711)
}

/** A copy of a data folder names the same home as the original, and must not get at its database. */
function claimHome(home: string, id: string, dataDir: string): void {
  makePassable(home)
  const owner = ownerOfHome(home)
  if (owner === dataDir) return
  if (owner !== null && namesCluster(owner, id)) {
    throw new OperatorError(
      `The data folder ${dataDir} is a copy of ${owner}, and both name the database at ${home}. Use the original; or delete ${path.join(dataDir, identityFile)} to begin with an empty database, then restore a backup into it.`,
    )
  }
  replaceFile(path.join(home, ownerFile), dataDir)
}

function ownerOfHome(home: string): string | null {
  const file = path.join(home, ownerFile)
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null
}

function namesCluster(dataDir: string, id: string): boolean {
  const file = path.join(dataDir, identityFile)
  return fs.existsSync(file) && readIdentity(file).id === id
}
