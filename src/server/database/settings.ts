import type { PoolOptions } from './pool.ts'

/** Which PostgreSQL to use: the private one in the data folder, or one that somebody else runs. */
export type DatabaseSettings = EmbeddedSettings | ExternalSettings

interface PoolSettings {
  /** What the environment says of the connections; a command may use fewer. */
  pool?: PoolOptions
}

export interface EmbeddedSettings extends PoolSettings {
  kind: 'embedded'
  /** Absolute path. */
  dataDir: string
  /** A folder with `postgres` and `initdb`; without it the npm package's. */
  binDir?: string | undefined
}

export interface ExternalSettings extends PoolSettings {
  kind: 'external'
  /** May name several hosts (`postgres://user:password@one:5432,two:5432/name`): the primary is found. */
  url: string
  /** The role that migrates, where the app's own role shall not own the tables. */
  ownerUrl?: string | undefined
}
