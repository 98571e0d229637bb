import { join } from 'node:path'
import { ask, startBeside } from '#commands/trial/child.ts'
import type { Cleanup } from '#commands/trial/cleanup.ts'

/** A file that the bare program sends as it is. */
export interface BareFile {
  path: string
  type: string
  encoding: string | undefined
  base64: string
}

export interface BareSettings {
  host: string
  /** What PostgreSQL is connected with, and how many connections at once: as many as the product's pool has. */
  database: { host: string; port: number; user: string; password: string; database: string; max: number }
  sessionSecret: string
  /** Of the organization: when a week begins. */
  files: BareFile[]
}

export interface Bare {
  url: string
  pid: number
}

/** Starts the program that the product is measured against. */
export async function startBare(settings: BareSettings, cleanup: Cleanup): Promise<Bare> {
  const child = startBeside(cleanup, join(import.meta.dirname, 'bare-program.ts'))
  const { port } = await ask<{ port: number }>(child, settings)
  return { url: `http://${settings.host}:${port}`, pid: child.pid ?? 0 }
}
