import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '#server/operator-error.ts'

export interface Migration {
  /** The file's name without `.sql`: '0001-foundation'. */
  name: string
  sql: string
  /** SHA-256, alike for both kinds of line ends: Git may change those. */
  checksum: string
}

/** The migrations of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(files.map((file) => readMigration(folder, file)))
  migrations.forEach(({ name }, index) => {
    if (name.slice(0, 4) !== migrations[index + 1]?.name.slice(0, 4)) return
    throw new OperatorError(
      `Two migrations have the number ${name.slice(0, 4)}. Give the one that has not landed anywhere the next free number.`,
    )
  })
  return migrations
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file)) {
    throw new OperatorError(`The migration ${file} must be named like 0002-what-it-does.sql. Rename it.`)
  }
  const sql = (await fs.readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
  return {
    name: file.slice(0, -'.sql'.length),
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
  }
}
