import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Role } from '#contract/access/roles.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { OperatorError } from '#server/operator-error.ts'
import { openBrowser } from './browser.ts'
import { readParameters, runOrExplain, usageError } from './command-line.ts'
import { root, say } from './install.mjs'
import { everyScreen, type Screen } from './screen-list.ts'
import { runWithCleanup } from './temporary-folder.ts'
import { newTemporaryInstance, startUntilReady } from './temporary-instance.ts'

/* `npm run screens`: pictures of every page and screen of a demo, light and dark, side by side on one page. */

const usage = `npm run screens [-- --widths N,N] [--only PART] [--keep]
    --widths N,N  pixels (375,1280)
    --only PART   screens whose name contains PART
    --keep        also renews the pictures in docs/pictures/ and organization/training/pictures/`

interface Variant {
  width: number
  scheme: 'light' | 'dark'
}

/** Where the demo runs, how to sign in to it, and a client of it. */
interface Demo {
  url: string
  signIns: Map<string, { email: string; password: string }>
  clientId: string
}

/** Pixels. Longer pages are cut. */
const maxPictureHeight = 2400

/** The pictures in the README and in the training slides. */
const committedPictures: Record<string, { screen: string } & Variant> = {
  'docs/pictures/website.webp': { screen: 'home', width: 1280, scheme: 'light' },
  'docs/pictures/clients.webp': { screen: 'manager-clients', width: 1280, scheme: 'light' },
  'docs/pictures/weekly-notes.webp': { screen: 'manager-client-notes', width: 1280, scheme: 'light' },
  'docs/pictures/dashboard-dark.webp': { screen: 'admin-dashboard', width: 1280, scheme: 'dark' },
  'organization/training/pictures/clients.webp': { screen: 'manager-clients', width: 1280, scheme: 'light' },
  'organization/training/pictures/weekly-notes.webp': {
    screen: 'manager-client-notes',
    width: 1280,
    scheme: 'light',
  },
  'organization/training/pictures/dashboard.webp': {
    screen: 'manager-dashboard',
    width: 1280,
    scheme: 'light',
  },
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
    const folder = join(root, 'screens')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    const variants = widths.split(',').flatMap((width): Variant[] => [
      { width: Number(width), scheme: 'light' },
      { width: Number(width), scheme: 'dark' },
    ])
    await runWithCleanup(async (cleanup) => {
      const browser = await openBrowser(say)
      cleanup.defer(() => browser.close())
      const demo = await startDemo(cleanup)
      const all = everyScreen(demo.clientId)
      const screens = all.filter(({ name }) => name.includes(only))
      if (screens.length === 0) throw new OperatorError(`No screen's name contains "${only}".`)
      for (const [index, screen] of screens.entries()) {
        await withScreen(browser, demo, screen, async (page) => {
          // Wide screens come first: after touch has been emulated, the page has no mouse.
          for (const variant of variants.toSorted((a, b) => b.width - a.width))
            writeFileSync(join(folder, pictureName(screen, variant)), await screenshot(page, variant, true))
        })
        say(`${index + 1} of ${screens.length}: ${screen.name}`)
      }
      const sheet = join(folder, 'index.html')
      writeFileSync(sheet, contactSheet(screens, variants))
      say(`${screens.length * variants.length} pictures, side by side in ${sheet}`)
      if (keep) await renewPictures(browser, demo, all)
    })
  },
  { readsEnvFile: false },
)

async function startDemo(cleanup: AsyncDisposableStack): Promise<Demo> {
  const { dataDir, url, env } = await newTemporaryInstance(cleanup)
  const output = await startUntilReady(cleanup, 'demo', { ...env, DEMO_DIR: join(dataDir, 'data') })
  const lines = output.matchAll(/^Sign in as (\S+): (\S+) (\S+)$/gm)
  const signIns = new Map(
    [...lines].map(([, role = '', email = '', password = '']) => [role, { email, password }]),
  )
  const { token } = await signIn({ url, signIns }, 'manager')
  const reply = await fetch(`${url}/api${clientEndpoints.list.path}?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { items } = (await reply.json()) as { items: { id: string }[] }
  return { url, signIns, clientId: items[0]?.id ?? '' }
}

async function signIn({ url, signIns }: Omit<Demo, 'clientId'>, role: Role) {
  const account = signIns.get(role)
  const reply = await fetch(`${url}/api${sessionEndpoints.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const { token } = (await reply.json()) as { token: string }
  return { token, email: account?.email ?? '' }
}

/** Opens a screen, signed in with its role, and hands over the page once everything has loaded. */
async function withScreen(
  browser: Browser,
  demo: Demo,
  { name, path, role }: Screen,
  work: (page: Page) => Promise<void>,
  scale = 1,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: demo.url,
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  })
  const stored: Record<string, string> = { [storageKeys.cookieConsent]: 'essential' }
  if (role) {
    const { token, email } = await signIn(demo, role)
    Object.assign(stored, {
      [storageKeys.token]: token,
      [storageKeys.role]: role,
      [storageKeys.email]: email,
    })
  }
  await context.addInitScript((items) => {
    for (const [key, value] of items) localStorage.setItem(key, value)
  }, Object.entries(stored))
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

function pictureName({ name }: Screen, { width, scheme }: Variant): string {
  return `${name}-${width}-${scheme}.webp`
}

/** A picture of the whole page, or of what fits the window. */
async function screenshot(page: Page, { width, scheme }: Variant, isWholePage: boolean): Promise<Buffer> {
  const isPhone = width < 600
  const height = isPhone ? 812 : 800
  const session = await page.context().newCDPSession(page)
  if (isPhone) await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.emulateMedia({ colorScheme: scheme })
  await page.setViewportSize({ width, height })
  // Until charts and frames have their new width.
  await page.waitForTimeout(400)
  if (isWholePage) {
    const full = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.min(Math.max(full, height), maxPictureHeight) })
    await page.waitForTimeout(400)
  }
  const picture = await captureWebp(page)
  await session.detach()
  return picture
}

/** As WebP, a third of PNG's size, which Playwright itself does not write. */
async function captureWebp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 88 })
  await session.detach()
  return Buffer.from(data, 'base64')
}

function contactSheet(screens: Screen[], variants: Variant[]): string {
  const cell = (file: string, width: number) =>
    `<td><a href="${file}"><img src="${file}" width="${width < 600 ? 170 : 460}" alt=""></a></td>`
  const rows = screens.map((screen) => {
    const cells = variants.map((variant) => cell(pictureName(screen, variant), variant.width))
    return `<tr><th>${screen.name}</th>${cells.join('')}</tr>`
  })
  const head = variants.map(({ width, scheme }) => `<th>${width} px, ${scheme}</th>`).join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>
  body { margin: 24px; font: 14px/1.4 system-ui, sans-serif; background: #8a8f98; color: #fff }
  table { border-spacing: 12px } th, td { text-align: left; vertical-align: top; overflow-wrap: anywhere }
  a { display: block; max-height: 340px; overflow: hidden; box-shadow: 0 1px 6px #0006 } img { display: block }
</style>
<table><tr><th>Screen</th>${head}</tr>${rows.join('\n')}</table></html>`
}

async function renewPictures(browser: Browser, demo: Demo, screens: Screen[]): Promise<void> {
  for (const [file, { screen: name, ...variant }] of Object.entries(committedPictures)) {
    const screen = screens.find((candidate) => candidate.name === name)
    if (!screen) throw new Error(`there is no screen ${name}`)
    const path = join(root, file)
    await withScreen(
      browser,
      demo,
      screen,
      async (page) => writeFileSync(path, await screenshot(page, variant, false)),
      2,
    )
  }
}
