import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * A package that is too heavy to come with every installation, fetched from npm when it is needed for the first time.
 * @param wanted name and exact version, such as `lighthouse@13.5.0`
 * @param starting is called only when there is something to download
 * @returns the file to import
 */
export function fetchPackage(root: string, wanted: string, starting: () => void): string {
  const version = wanted.lastIndexOf('@')
  const folder = join(root, '.browser', wanted.replace('/', '-'))
  if (!existsSync(folder)) {
    starting()
    install(folder, wanted)
  }
  return createRequire(join(folder, 'index.js')).resolve(wanted.slice(0, version))
}

/** The folder gets its name at the end, so that none is half full after an interruption. */
function install(folder: string, wanted: string): void {
  const unfinished = `${folder}-unfinished-${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', ['install', '--prefix', unfinished, ...quiet, wanted], { stdio: 'ignore' })
    // Somebody else may have been first.
    if (!existsSync(folder)) renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
