import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { OperatorError } from '#server/operator-error.ts'
import { canInstallPackages, installPackages } from './debian-packages.ts'
import { root } from './install.mjs'

/** Has no window: journeys take a third less CPU (docs/decisions/0010), so it is installed even beside a whole browser. */
const shell = '/usr/bin/chromium-headless-shell'

const installedPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** For accounts that can't install system packages. Not in package.json, because it is fetched only when needed. */
const npmPackage = '@sparticuz/chromium@153.0.0'

type Say = (line: string) => void

/**
 * The path of a Chromium that runs on this machine: Debian's shell (installed as root), else an installed one, else Debian's
 * package, else one from npm. Undefined when there is none.
 */
export async function findBrowser(say: Say): Promise<string | undefined> {
  const chosen = [process.env.BROWSER_PATH, shell].find(runs)
  if (chosen) return chosen
  const path =
    debianPackage('chromium-headless-shell', say) ??
    [...installedPaths, playwrightsOwn()].find(runs) ??
    debianPackage('chromium', say) ??
    (await npmChromium(say).catch(() => undefined))
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

/** Not every release has every package. */
function debianPackage(name: string, say: Say): string | undefined {
  if (!canInstallPackages) return undefined
  say(`Installing Chromium for the browser tests (Debian package ${name}) …`)
  return installPackages(name) ? `/usr/bin/${name}` : undefined
}

async function npmChromium(say: Say): Promise<string> {
  const folder = join(root, '.browser')
  if (!existsSync(join(folder, 'node_modules'))) {
    say('Installing Chromium for the browser tests (npm package) …')
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', npmPackage])
  }
  const entry = createRequire(join(folder, 'index.js')).resolve('@sparticuz/chromium')
  const { default: chromiumPackage } = await import(entry)
  return await chromiumPackage.executablePath()
}
