import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Fetches a package from npm when it is first needed. For packages too large to be installed with the others.
 * @param spec name and exact version, such as `lighthouse@13.5.0`
 * @param onDownload is called only when there is something to download
 * @returns the file to import
 */
export function fetchPackage(root: string, spec: string, onDownload: () => void): string {
  const version = spec.lastIndexOf('@')
  const folder = join(root, '.browser', spec.replace('/', '-'))
  if (!existsSync(folder)) {
    onDownload()
    install(folder, spec)
  }
  return createRequire(join(folder, 'index.js')).resolve(spec.slice(0, version))
}

/** The folder gets its name at the end, so that an interruption never leaves half of it. */
function install(folder: string, spec: string): void {
  const unfinished = `${folder}-unfinished-${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', ['install', '--prefix', unfinished, ...quiet, spec], { stdio: 'ignore' })
    // Another process may have been first.
    if (!existsSync(folder)) renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
