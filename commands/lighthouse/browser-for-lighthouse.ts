import { chromium } from '@playwright/test'
import type { Cleanup } from '#commands/trial/cleanup.ts'
import { StartFailure } from '#server/start-failure.ts'
import { findBrowser } from '../browser.ts'
import { freePort } from '../free-port.ts'

/** A fresh Chromium that can be steered from this machine alone. Answers the port to do it by. */
export async function startBrowser(
  root: string,
  cleanup: Cleanup,
  say: (line: string) => void,
): Promise<number> {
  const executablePath = await findBrowser(root, say)
  if (!executablePath)
    throw new StartFailure('There is no browser: install Chromium, or set BROWSER_PATH to one.')
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      `--remote-debugging-port=${port}`,
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
  cleanup.add(() => browser.close())
  return port
}
