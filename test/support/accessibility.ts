import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Not the package's `source`, which is twice as long. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Extent {
  within?: string
  /** Only these rules, instead of all. */
  rules?: readonly string[]
}

/** The rules about what changes with the color scheme. */
export const colorRules = ['color-contrast', 'link-in-text-block'] as const

/**
 * The rules of WCAG 2.2 AA and best practices that the page breaks in its current state. Frames are left out: their documents
 * are checked as pages.
 */
export async function violations(page: Page, { within = 'body', rules }: Extent = {}): Promise<string[]> {
  await expect.poll(() => runningTransitions(page)).toBe(0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options: axe.RunOptions = {
    runOnly: rules ? { type: 'rule', values: [...rules] } : { type: 'tag', values: tags },
    iframes: false,
    // Also collecting the rules that pass would take several times as long.
    resultTypes: ['violations'],
  }
  const { violations } = await page.evaluate(([within, options]) => window.axe.run(within, options), [
    within,
    options,
  ] as const)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
}

/** Width in pixels and color scheme. */
const looks = { smallAndDark: [320, 'dark'], wide: [1280, 'light'] } as const
export type Look = keyof typeof looks

export async function lookAs(page: Page, look: Look): Promise<void> {
  const [width, colorScheme] = looks[look]
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 800 })
}

/**
 * Checks a state of a screen for sideways scrolling and, in long journeys and `npm run test:all`, for WCAG 2.2 AA, in one
 * look only: every-screen.long.journey.ts checks every screen in all.
 */
export async function expectAccessible(page: Page, state: string, extent: Extent = {}): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  await lookAs(page, 'smallAndDark')
  if (process.env.TEST_ALL || test.info().project.name === 'long')
    expect(await violations(page, extent), state).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${state} scrolls sideways`).toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width, height })
}

/** The number of running color transitions, during which contrast can't be checked. */
function runningTransitions(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition && animation.playState === 'running')
        .length,
  )
}

/** Repeated buttons that do not say which record they are about. Two records may have the same name. */
export async function undescribedButtons(page: Page): Promise<string[]> {
  const { buttons } = await announcedControls(page)
  return buttons
    .filter(
      ({ description, announcement }) =>
        !description && buttons.filter((button) => button.announcement === announcement).length > 1,
    )
    .map(({ announcement }) => `ambiguous name: ${announcement}`)
}

/** Accessible names that two different controls share, or that do not say where a link leads. */
export async function ambiguousNames(page: Page): Promise<string[]> {
  const { buttons, links } = await announcedControls(page)
  const urls = new Map(links.map(({ announcement, url }) => [announcement, url]))
  return [
    ...buttons.filter(
      (button, at) => buttons.findIndex(({ announcement }) => announcement === button.announcement) !== at,
    ),
    ...links.filter(({ announcement, url }) => urls.get(announcement) !== url),
    ...links.filter(
      ({ name }) => !/\w{2}/.test(name) || /^(here|click here|more|read more|link)$/i.test(name),
    ),
  ].map(({ announcement }) => `ambiguous name: ${announcement}`)
}

/** Buttons and links as a screen reader announces them. */
async function announcedControls(page: Page) {
  const reader = await page.context().newCDPSession(page)
  const { nodes } = await reader.send('Accessibility.getFullAXTree')
  await reader.detach()
  const announced = nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => ({
      role: `${role?.value}`,
      name: `${name?.value ?? ''}`,
      description: `${description?.value ?? ''}`,
      announcement: `${role?.value} "${name?.value ?? ''}", ${description?.value ?? ''}`,
      url: `${properties.find((property) => property.name === 'url')?.value.value}`,
    }))
  // The pickers of dates and times are the browser's own.
  const buttons = announced.filter(
    ({ role, name }) => role === 'button' && !/^Show (date|time) picker/.test(name),
  )
  const links = announced.filter(({ role }) => role === 'link')
  return { buttons, links }
}
