import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { fetchPackage } from './fetch-package.ts'

/** Chromium without a window: a journey takes a third less CPU (docs/decisions/0010). */
const headlessShell = '/usr/bin/chromium-headless-shell'

const installedPaths = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** For accounts that can't install system packages. Not in package.json, because it is fetched only when needed. */
const npmPackage = '@sparticuz/chromium@153.0.0'

/**
 * The path of a Chromium that runs on this machine: the installed one, else Debian's package (as root), else one from
 * npm, else Playwright's own download. Undefined when there is none.
 */
export async function findBrowser(root: string, say: (line: string) => void): Promise<string | undefined> {
  const candidates = [
    () => process.env.BROWSER_PATH,
    ...installedPaths.map((path) => () => path),
    () => chromium.executablePath(),
    () => debianChromium(say),
    () => npmChromium(root, say),
    () => playwrightChromium(say),
  ]
  for (const candidate of candidates) {
    const path = await attempt(candidate)
    if (path && runs(path)) return path
  }
  return undefined
}

async function attempt(candidate: () => string | undefined | Promise<string | undefined>) {
  try {
    return await candidate()
  } catch {
    return undefined
  }
}

function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version', '--no-sandbox'], { timeout: 30_000 }).status === 0
}

function debianChromium(say: (line: string) => void): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  say('Installing Chromium for the browser tests (Debian package) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
  const install = (name: string) =>
    execFileSync('apt-get', ['install', '-y', '-qq', name], { env, stdio: 'ignore' })
  try {
    install('chromium-headless-shell')
    if (runs(headlessShell)) return headlessShell
  } catch {
    // Not every release has it.
  }
  install('chromium')
  return '/usr/bin/chromium'
}

async function npmChromium(root: string, say: (line: string) => void): Promise<string> {
  const entry = fetchPackage(root, npmPackage, () => {
    say('Installing Chromium for the browser tests (npm package) …')
  })
  const { default: chromiumPackage } = await import(entry)
  return await chromiumPackage.executablePath()
}

function playwrightChromium(say: (line: string) => void): string {
  say('Installing Chromium for the browser tests (Playwright) …')
  execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 })
  return chromium.executablePath()
}
