import { type Browser, chromium } from '@playwright/test'
import { OperatorError } from '#server/operator-error.ts'
import { findBrowser } from '../browser.ts'
import { root } from '../install.mjs'
import type { Cleanup } from './cleanup.ts'

/** Opens a Chromium without background traffic. The cleanup closes it, also after Ctrl-C. */
export async function openBrowser(
  cleanup: Cleanup,
  say: (line: string) => void,
  ...args: string[]
): Promise<Browser> {
  const executablePath = await findBrowser(root, say)
  if (!executablePath)
    throw new OperatorError('There is no browser: install Chromium, or set BROWSER_PATH to one.')
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      ...args,
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
  cleanup.add(() => browser.close())
  return browser
}
