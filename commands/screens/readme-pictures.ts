import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { DemoProduct } from './demo-product.ts'
import { keep, photograph, type Variant } from './photograph.ts'
import type { Screen } from './screen-list.ts'

/** What the README shows: file → screen and how it is seen. */
const shown: Record<string, { screen: string } & Variant> = {
  'website.webp': { screen: 'home', width: 1280, scheme: 'light' },
  'clients.webp': { screen: 'manager-clients', width: 1280, scheme: 'light' },
  'weekly-notes.webp': { screen: 'manager-client-notes', width: 1280, scheme: 'light' },
  'dashboard-dark.webp': { screen: 'admin-dashboard', width: 1280, scheme: 'dark' },
}

export async function readmePictures(
  browser: Browser,
  demo: DemoProduct,
  screens: Screen[],
  folder: string,
): Promise<void> {
  for (const [file, { screen: name, ...variant }] of Object.entries(shown)) {
    const screen = screens.find((one) => one.name === name)
    if (!screen) throw new Error(`there is no screen ${name}`)
    await keep(
      join(folder, 'readme', file),
      await photograph(browser, demo, screen, variant, { whole: false }),
    )
  }
}
