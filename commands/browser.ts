import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { installPackages } from './debian-packages.ts'
import { root } from './install.mjs'

/** Has no window: journeys take a third less CPU (docs/decisions/0010), so it is installed even beside a whole browser. */
const shell = 'chromium-headless-shell'

const installed = [
  ...[shell, 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** For accounts that can't install system packages. Not in package.json, because it is fetched only when needed. */
const npmPackage = '@sparticuz/chromium@153.0.0'

/**
 * The path of a Chromium that runs on this machine: the one in BROWSER_PATH, else an installed one, else one from npm. As
 * root, Debian's package is installed first. Undefined when there is none: Playwright then looks for its own.
 */
export async function findBrowser(say: (line: string) => void): Promise<string | undefined> {
  if (runs(process.env.BROWSER_PATH)) return process.env.BROWSER_PATH
  // Not every release has every package.
  if (!existsSync(`/usr/bin/${shell}`)) installPackages([shell], say)
  if (!installed.some(runs)) installPackages(['chromium'], say)
  const path = installed.find(runs) ?? (await npmChromium(say).catch(() => undefined))
  return runs(path) ? path : undefined
}

/** Starts the browser, without a window, as the journeys do. It is closed in the cleanup. */
export async function openBrowser(
  cleanup: AsyncDisposableStack,
  say: (line: string) => void,
): Promise<Browser> {
  // Imported here, because `npm test` only looks for a browser.
  const [{ chromium }, { default: playwright }] = await Promise.all([
    import('@playwright/test'),
    import('../playwright.config.ts'),
  ])
  const executablePath = await findBrowser(say)
  const browser = await chromium.launch({
    ...playwright.use?.launchOptions,
    ...(executablePath && { executablePath }),
  })
  cleanup.defer(() => browser.close())
  return browser
}

function runs(path: string | undefined): boolean {
  if (!path || !existsSync(path)) return false
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 30_000 }).status === 0
}

async function npmChromium(say: (line: string) => void): Promise<string> {
  const folder = join(root, '.browser')
  if (!existsSync(join(folder, 'node_modules'))) {
    say('Installing Chromium for the browser tests (npm package) …')
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', npmPackage])
  }
  const entry = createRequire(join(folder, 'index.js')).resolve('@sparticuz/chromium')
  const { default: chromiumPackage } = await import(entry)
  return await chromiumPackage.executablePath()
}
