import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { launch } from 'puppeteer-core'
import { freePort } from '#commands/free-port.ts'
import { stopInCleanup } from '#commands/temporary-instance.ts'
import { expect } from './journey.ts'

/** A page of a browser that Playwright can't drive. Elements are XPaths; each step waits until it can be done. */
export interface DrivenPage {
  open(url: string): Promise<void>
  click(element: string): Promise<void>
  fill(element: string, text: string): Promise<void>
  see(element: string): Promise<void>
  /** Script errors and what the page's policy has blocked, as far as the browser tells. */
  problems: string[]
}

const patience = 60_000

type Open = (programs: string[], cleanup: AsyncDisposableStack) => Promise<DrivenPage>

export const openOtherBrowser: Record<'Firefox' | 'WebKit', Open> = {
  Firefox: openFirefox,
  WebKit: openWebKit,
}

async function openFirefox([executablePath = '']: string[], cleanup: AsyncDisposableStack) {
  const defaultViewport = { width: 1280, height: 800 }
  const browser = await launch({ browser: 'firefox', executablePath, defaultViewport })
  cleanup.defer(() => browser.close())
  const page = await browser.newPage()
  page.setDefaultTimeout(patience)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  const find = (element: string) => page.locator(`::-p-xpath(${element})`)
  return {
    open: async (url: string) => void (await page.goto(url)),
    click: (element: string) => find(element).click(),
    fill: (element: string, text: string) => find(element).fill(text),
    see: async (element: string) => void (await find(element).wait()),
    problems,
  }
}

/** Without a package: WebDriver is a few requests. */
async function openWebKit([driver = '', display = '']: string[], cleanup: AsyncDisposableStack) {
  const screen = spawn(display, ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  stopInCleanup(cleanup, screen)
  const [displayNumber] = await once(screen.stdout, 'data')
  const env = { ...process.env, DISPLAY: `:${String(displayNumber).trim()}` }
  const port = await freePort()
  stopInCleanup(cleanup, spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' }))

  const send = async (method: string, path: string, body?: object) => {
    const sent = body && { body: JSON.stringify(body) }
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent })
    const { value } = await reply.json()
    if (!reply.ok) throw new Error(`${path}: ${value.error} ${value.message}`)
    return value
  }
  await patiently(() => send('GET', '/status'))
  const { sessionId } = await send('POST', '/session', { capabilities: {} })
  const session = `/session/${sessionId}`
  cleanup.defer(() => send('DELETE', session))
  const find = async (element: string) => {
    const found = await send('POST', `${session}/element`, { using: 'xpath', value: element })
    return `${session}/element/${Object.values(found)[0]}`
  }
  return {
    open: (url: string) => send('POST', `${session}/url`, { url }),
    click: (element: string) => patiently(async () => send('POST', `${await find(element)}/click`, {})),
    fill: (element: string, text: string) =>
      patiently(async () => send('POST', `${await find(element)}/value`, { text })),
    see: (element: string) =>
      patiently(async () => expect(await send('GET', `${await find(element)}/displayed`)).toBe(true)),
    problems: [],
  }
}

const patiently = (step: () => Promise<unknown>) => expect(step).toPass({ timeout: patience })
