import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { DemoProduct } from './demo-product.ts'
import { keep, photograph, seeing, type Variant } from './photograph.ts'
import type { Screen } from './screen-list.ts'

/** What the README and the training's slides show: file → screen and how it is seen. */
const shown: Record<string, { screen: string } & Variant> = {
  'readme/website.webp': { screen: 'home', width: 1280, scheme: 'light' },
  'readme/clients.webp': { screen: 'manager-clients', width: 1280, scheme: 'light' },
  'readme/weekly-notes.webp': { screen: 'manager-client-notes', width: 1280, scheme: 'light' },
  'readme/dashboard-dark.webp': { screen: 'admin-dashboard', width: 1280, scheme: 'dark' },
  'training/clients.webp': { screen: 'manager-clients', width: 1280, scheme: 'light' },
  'training/weekly-notes.webp': { screen: 'manager-client-notes', width: 1280, scheme: 'light' },
  'training/dashboard.webp': { screen: 'manager-dashboard', width: 1280, scheme: 'light' },
}

export async function keptPictures(
  browser: Browser,
  demo: DemoProduct,
  screens: Screen[],
  folder: string,
): Promise<void> {
  for (const [file, { screen: name, ...variant }] of Object.entries(shown)) {
    const screen = screens.find((one) => one.name === name)
    if (!screen) throw new Error(`there is no screen ${name}`)
    const look = async (page: Page) =>
      await keep(join(folder, file), await photograph(page, variant, { whole: false }))
    await seeing(browser, demo, screen, look, { scale: 2 })
  }
}
