import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { storageKeys } from '#contract/session/storage.ts'
import playwright from '../playwright.config.ts'
import { openBrowser } from './browser.ts'
import { root, say } from './install.mjs'
import { everyScreen, type Screen } from './screen-list.ts'
import { runWithCleanup } from './temporary-folder.ts'
import { newTemporaryInstance, startUntilReady } from './temporary-instance.ts'

/*
 * `npm run screens`: pictures of every page and screen of a demo, light and dark, in `screens/`; with `--only PART` those
 * whose name contains PART, with `--widths 320,768` at other widths. With `--keep` it renews these instead.
 */

/** The pictures of the README and the training slides. */
const keptPictures: Record<string, string> = {
  'docs/pictures/website.webp': 'home',
  'docs/pictures/clients.webp': 'manager-clients',
  'docs/pictures/weekly-notes.webp': 'manager-client-notes',
  'docs/pictures/dashboard-dark.webp': 'admin-dashboard',
  'organization/training/pictures/clients.webp': 'manager-clients',
  'organization/training/pictures/weekly-notes.webp': 'manager-client-notes',
  'organization/training/pictures/dashboard.webp': 'manager-dashboard',
}

const { widths, only, keep } = parseArgs({
  options: {
    widths: { type: 'string', default: '375,1280' },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
}).values

await runWithCleanup(async (cleanup) => {
  const browser = await openBrowser(cleanup, say)
  const { dataDir, url, env } = await newTemporaryInstance(cleanup)
  const printed = await startUntilReady(cleanup, 'demo', { ...env, DEMO_DIR: join(dataDir, 'data') })

  /** What a signed-in browser stores, by role. */
  const signedIn: Record<string, { token: string; role: string; email: string }> = {}
  const { request: api } = await browser.newContext({ baseURL: url })
  for (const [, role = '', email, password] of printed.matchAll(/^Sign in as (\S+): (\S+) (\S+)$/gm)) {
    const { token } = await (await api.post('/api/auth/login', { data: { email, password } })).json()
    signedIn[role] = { token, role, email: String(email) }
  }
  const headers = { authorization: `Bearer ${signedIn.manager?.token}` }
  const { items } = await (await api.get('/api/clients?limit=1', { headers })).json()
  const screens = everyScreen(items[0].id)

  /**
   * Writes a WebP, a third of PNG's size, which Playwright itself does not write. A kept picture is sharper, but not as long.
   */
  async function capture(file: string, { path, role }: Screen, width: number, colorScheme: 'light' | 'dark') {
    const stored = { [storageKeys.cookieConsent]: 'essential', ...(role && signedIn[role]) }
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
    const context = await browser.newContext({
      ...playwright.use?.contextOptions,
      baseURL: url,
      storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
      viewport: { width, height: 800 },
      hasTouch: width < 600,
      colorScheme,
      deviceScaleFactor: keep ? 2 : 1,
      locale: 'en-US',
      timezoneId: 'America/Chicago',
    })
    const page = await context.newPage()
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
    await page.waitForLoadState('networkidle')
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    if (!keep) await page.setViewportSize({ width, height: Math.min(Math.max(height, 800), 2400) })
    const session = await context.newCDPSession(page)
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 88 })
    writeFileSync(join(root, file), Buffer.from(data, 'base64'))
    await context.close()
    say(file)
  }

  if (keep)
    for (const [file, name] of Object.entries(keptPictures))
      for (const screen of screens.filter((screen) => screen.name === name))
        await capture(file, screen, 1280, file.includes('dark') ? 'dark' : 'light')
  else {
    mkdirSync(join(root, 'screens'), { recursive: true })
    for (const screen of screens.filter(({ name }) => name.includes(only)))
      for (const width of widths.split(',').map(Number))
        for (const scheme of ['light', 'dark'] as const)
          await capture(`screens/${screen.name}-${width}-${scheme}.webp`, screen, width, scheme)
  }
})
