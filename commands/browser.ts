import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
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
 * npm, else Playwright's own download. Undefined when there is none.
 */
export async function findBrowser(say: Say): Promise<string | undefined> {
  const candidates: (() => string | undefined | Promise<string>)[] = [
    () => process.env.BROWSER_PATH,
    ...installedPaths.map((path) => () => path),
    () => chromium.executablePath(),
    () => debianChromium(say),
    () => npmChromium(say),
    () => playwrightChromium(say),
  ]
  for (const candidate of candidates) {
    const path = await Promise.try(candidate).catch(() => undefined)
    if (path && runs(path)) return path
  }
  return undefined
}

function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version', '--no-sandbox'], { timeout: 30_000 }).status === 0
}

function debianChromium(say: Say): string | undefined {
  if (!canInstallPackages) return undefined
  say('Installing Chromium for the browser tests (Debian package) …')
  // Not every release has the shell.
  if (!installPackages('chromium-headless-shell')) installPackages('chromium')
  return installedPaths.find(runs)
}

/** The other engines, in which one journey runs. WebKit has no headless mode and needs a display. */
const otherBrowsers = {
  Firefox: { packages: ['firefox-esr'], programs: ['/usr/bin/firefox-esr'] },
  WebKit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    programs: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'],
  },
}

export type OtherBrowser = keyof typeof otherBrowsers

/** The programs of that browser; undefined unless Debian's packages have installed all of them. */
export function findOtherBrowser(name: OtherBrowser): string[] | undefined {
  const { programs } = otherBrowsers[name]
  return programs.every((program) => existsSync(program)) ? programs : undefined
}

/** Installs the missing browsers. Returns the names of those that are still missing. */
export function installOtherBrowsers(say: Say): string[] {
  const missing = () =>
    (Object.keys(otherBrowsers) as OtherBrowser[]).filter((name) => !findOtherBrowser(name))
  if (missing().length === 0 || !canInstallPackages) return missing()
  say(`Installing ${missing().join(' and ')} for the browser tests (Debian packages) …`)
  for (const name of missing()) installPackages('--no-install-recommends', ...otherBrowsers[name].packages)
  return missing()
}

async function npmChromium(say: Say): Promise<string> {
  const folder = join(root, '.browser')
  if (!existsSync(join(folder, 'node_modules'))) {
    say('Installing Chromium for the browser tests (npm package) …')
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', npmPackage], {
      stdio: 'ignore',
    })
  }
  const entry = createRequire(join(folder, 'index.js')).resolve('@sparticuz/chromium')
  const { default: chromiumPackage } = await import(entry)
  return await chromiumPackage.executablePath()
}

function playwrightChromium(say: Say): string {
  say('Installing Chromium for the browser tests (Playwright) …')
  execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 })
  return chromium.executablePath()
}

/** Opens a Chromium without background traffic. */
export async function openBrowser(say: Say): Promise<Browser> {
  const executablePath = await findBrowser(say)
  if (!executablePath)
    throw new OperatorError('There is no browser: install Chromium, or set BROWSER_PATH to one.')
  return await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}
