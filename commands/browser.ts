import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { OperatorError } from '#server/operator-error.ts'
import { canInstallPackages, installPackages } from './debian-packages.ts'
import { root } from './install.mjs'

const installedPaths = [
  // Without a window: a journey takes a third less CPU (docs/decisions/0010).
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** For accounts that can't install system packages. Not in package.json, because it is fetched only when needed. */
const npmPackage = '@sparticuz/chromium@153.0.0'

type Say = (line: string) => void

/**
 * The path of a Chromium that runs on this machine: the installed one, else Debian's package (as root), else one from
 * npm. Undefined when there is none.
 */
export async function findBrowser(say: Say): Promise<string | undefined> {
  const installed = [process.env.BROWSER_PATH, ...installedPaths, playwrightsOwn()].find(runs)
  if (installed) return installed
  say('Installing Chromium for the browser tests …')
  const path = (canInstallPackages && debianChromium()) || (await npmChromium().catch(() => undefined))
  return runs(path) ? path : undefined
}

/** Like `findBrowser`, for a command that can't do without. */
export async function requireBrowser(say: Say): Promise<string> {
  const path = await findBrowser(say)
  if (path) return path
  throw new OperatorError('There is no browser: install Chromium, or set BROWSER_PATH to one.')
}

function runs(path: string | undefined): boolean {
  if (!path || !existsSync(path)) return false
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 30_000 }).status === 0
}

function playwrightsOwn(): string | undefined {
  try {
    return chromium.executablePath()
  } catch {
    // There is none for this platform.
    return undefined
  }
}

function debianChromium(): string | undefined {
  // Not every release has the shell.
  if (!installPackages('chromium-headless-shell')) installPackages('chromium')
  return installedPaths.find(runs)
}

async function npmChromium(): Promise<string> {
  const folder = join(root, '.browser')
  if (!existsSync(join(folder, 'node_modules')))
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', npmPackage])
  const entry = createRequire(join(folder, 'index.js')).resolve('@sparticuz/chromium')
  const { default: chromiumPackage } = await import(entry)
  return await chromiumPackage.executablePath()
}
