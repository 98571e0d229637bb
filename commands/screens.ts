import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { storageKeys } from '#contract/session/storage.ts'
import { OperatorError } from '#server/operator-error.ts'
import playwright from '../playwright.config.ts'
import { requireBrowser } from './browser.ts'
import { readParameters, runOrExplain, usageError } from './command-line.ts'
import { root, say, tell } from './install.mjs'
import { everyScreen, type Screen } from './screen-list.ts'
import { runWithCleanup } from './temporary-folder.ts'
import { newTemporaryInstance, startUntilReady } from './temporary-instance.ts'

/* `npm run screens`: pictures of every page and screen of a demo, light and dark, in `screens/`. */

const usage = `npm run screens [-- --widths N,N] [--only PART] [--keep]
    --widths N,N  pixels (375,1280)
    --only PART   screens whose name contains PART
    --keep        renews the pictures in docs/pictures/ and organization/training/pictures/ instead`

interface Variant {
  width: number
  scheme: 'light' | 'dark'
}

/** Where the demo runs, what a browser stores that is signed in to it, by role, and a client of it. */
interface Demo {
  url: string
  signedIn: Map<string, { token: string; role: string; email: string }>
  clientId: string
}

/** Of the README and the training slides, each light and 1280 pixels wide unless it says otherwise. */
const keptPictures: Record<string, string> = {
  'docs/pictures/website.webp': 'home',
  'docs/pictures/clients.webp': 'manager-clients',
  'docs/pictures/weekly-notes.webp': 'manager-client-notes',
  'docs/pictures/dashboard-dark.webp': 'admin-dashboard',
  'organization/training/pictures/clients.webp': 'manager-clients',
  'organization/training/pictures/weekly-notes.webp': 'manager-client-notes',
  'organization/training/pictures/dashboard.webp': 'manager-dashboard',
}

const options = {
  widths: { type: 'string', default: '375,1280' },
  only: { type: 'string', default: '' },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

await runOrExplain(
  async () => {
    const { widths, only, keep, help } = readParameters(process.argv.slice(2), { options }, usage).values
    if (help) return say(usage)
    if (!/^\d{3,4}(,\d{3,4})*$/.test(widths))
      throw usageError('--widths are numbers of pixels: 320,1280', usage)
    await runWithCleanup(async (cleanup) => {
      const executablePath = await requireBrowser(tell)
      const browser = await chromium.launch({ ...playwright.use?.launchOptions, executablePath })
      cleanup.defer(() => browser.close())
      const demo = await startDemo(cleanup)
      const all = everyScreen(demo.clientId)
      if (keep) return await renewPictures(browser, demo, all)
      const screens = all.filter(({ name }) => name.includes(only))
      if (screens.length === 0) throw new OperatorError(`No screen's name contains "${only}".`)
      const folder = join(root, 'screens')
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      for (const width of widths.split(',').map(Number))
        for (const scheme of ['light', 'dark'] as const)
          for (const screen of screens) {
            const file = join(folder, `${screen.name}-${width}-${scheme}.png`)
            await withScreen(browser, demo, screen, { width, scheme }, async (page) => {
              const height = await page.evaluate(() => document.documentElement.scrollHeight)
              await page.setViewportSize({ width, height: Math.min(Math.max(height, 800), 2400) })
              await page.screenshot({ path: file })
            })
            say(file)
          }
    })
  },
  { readsEnvFile: false },
)

async function startDemo(cleanup: AsyncDisposableStack): Promise<Demo> {
  const { dataDir, url, env } = await newTemporaryInstance(cleanup)
  const output = await startUntilReady(cleanup, 'demo', { ...env, DEMO_DIR: join(dataDir, 'data') })
  const signedIn: Demo['signedIn'] = new Map()
  for (const [, role = '', email = '', password = ''] of output.matchAll(
    /^Sign in as (\S+): (\S+) (\S+)$/gm,
  )) {
    const reply = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const { token } = (await reply.json()) as { token: string }
    signedIn.set(role, { token, role, email })
  }
  const headers = { authorization: `Bearer ${signedIn.get('manager')?.token}` }
  const reply = await fetch(`${url}/api/clients?limit=1`, { headers })
  const { items } = (await reply.json()) as { items: { id: string }[] }
  return { url, signedIn, clientId: items[0]?.id ?? '' }
}

/** Opens a screen, signed in with its role, and hands over the page once everything has loaded. */
async function withScreen(
  browser: Browser,
  demo: Demo,
  { name, path, role }: Screen,
  { width, scheme }: Variant,
  work: (page: Page) => Promise<void>,
  deviceScaleFactor = 1,
): Promise<void> {
  const stored = { [storageKeys.cookieConsent]: 'essential', ...(role && demo.signedIn.get(role)) }
  const localStorage = Object.entries(stored).map(([key, value]) => ({ name: key, value }))
  const context = await browser.newContext({
    baseURL: demo.url,
    storageState: { cookies: [], origins: [{ origin: demo.url, localStorage }] },
    viewport: { width, height: 800 },
    hasTouch: width < 600,
    colorScheme: scheme,
    deviceScaleFactor,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  })
  try {
    const page = await context.newPage()
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
    await page.waitForLoadState('networkidle')
    await work(page)
  } catch (error) {
    throw new Error(`${name} could not be captured`, { cause: error })
  } finally {
    await context.close()
  }
}

/** As WebP, a third of PNG's size, which Playwright itself does not write. */
async function renewPictures(browser: Browser, demo: Demo, screens: Screen[]): Promise<void> {
  for (const [file, name] of Object.entries(keptPictures)) {
    const screen = screens.find((candidate) => candidate.name === name)
    if (!screen) throw new Error(`there is no screen ${name}`)
    const variant = { width: 1280, scheme: file.includes('dark') ? 'dark' : 'light' } as const
    const capture = async (page: Page) => {
      const session = await page.context().newCDPSession(page)
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 88 })
      writeFileSync(join(root, file), Buffer.from(data, 'base64'))
    }
    await withScreen(browser, demo, screen, variant, capture, 2)
  }
}
