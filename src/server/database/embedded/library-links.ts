import fs from 'node:fs'
import path from 'node:path'
import { OperatorError } from '#server/operator-error.ts'

/**
 * npm packages can't hold symbolic links, so an install script makes the libraries' links from a list; after
 * `npm ci --ignore-scripts` they are missing and nothing runs. Makes those that are missing.
 */
export function restoreLibraryLinks(packageDir: string): void {
  const list = path.join(packageDir, 'native', 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'))
  for (const { source, target } of links)
    makeLink(path.join(packageDir, source), path.join(packageDir, target))
}

function makeLink(source: string, target: string): void {
  if (fs.existsSync(target)) return
  try {
    fs.symlinkSync(path.relative(path.dirname(target), source), target)
  } catch (error) {
    if (fs.existsSync(target)) return // another process was faster
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new OperatorError(
      `PostgreSQL's libraries are incomplete and ${path.dirname(target)} can't be written (${reason}). Run npm ci without --ignore-scripts.`,
    )
  }
}
