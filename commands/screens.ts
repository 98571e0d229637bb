import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { OperatorError } from '#server/operator-error.ts'
import { runOrExplain } from './command-line.ts'
import { root, say } from './install.mjs'
import { writeContactSheets } from './screens/contact-sheet.ts'
import { type DemoProduct, startDemo } from './screens/demo-product.ts'
import { keptPictures } from './screens/kept-pictures.ts'
import { type Options, readOptions, usage } from './screens/options.ts'
import { photographAll, variantsOf } from './screens/photograph.ts'
import { type Screen, screensOf } from './screens/screen-list.ts'
import { statesOf } from './screens/states.ts'
import { openBrowser } from './trial/browser.ts'
import type { Cleanup } from './trial/cleanup.ts'
import { untilInterrupted } from './trial/until-interrupted.ts'

/* `npm run screens`: every screen of a running demo at several widths, light and dark, side by side on one page. */

await runOrExplain(async () => {
  const options = readOptions(process.argv.slice(2))
  if (!options) return say(usage)
  await untilInterrupted((cleanup) => photographScreens(options, cleanup))
})

async function photographScreens({ only, widths, into, states, keep }: Options, cleanup: Cleanup) {
  const folder = emptyFolder(into)
  const variants = variantsOf(widths)
  const browser = await openBrowser(cleanup, say)
  const demo = await startDemo(cleanup)
  const usual = await screensOf(demo)
  const photographed: Screen[] = []
  // One after the other: the states change the demo.
  for (const list of states ? [async () => usual, statesOf] : [async () => usual]) {
    const screens = (await list(demo)).filter(({ name }) => name.includes(only))
    await photographAll(browser, demo, { screens, variants, folder }, (done) => {
      say(`${done} of ${screens.length} photographed`)
    })
    photographed.push(...screens)
  }
  if (photographed.length === 0) throw new OperatorError(`No screen is called like "${only}".`)
  const page = await writeContactSheets(browser, folder, photographed, variants)
  say(`${photographed.length * variants.length} pictures, side by side in ${page}`)
  if (keep) await renewKeptPictures(browser, demo, usual, folder)
}

async function renewKeptPictures(browser: Browser, demo: DemoProduct, screens: Screen[], folder: string) {
  await keptPictures(browser, demo, screens, folder)
  cpSync(join(folder, 'readme'), join(root, 'docs/pictures'), { recursive: true })
  cpSync(join(folder, 'training'), join(root, 'organization/training/pictures'), { recursive: true })
  say('The pictures of the README were renewed in docs/pictures/.')
}

/** The project's own folder is emptied; in anybody else's nothing is touched. */
function emptyFolder(into: string | undefined): string {
  const folder = resolve(into ?? join(root, 'screens'))
  if (into === undefined) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0)
    throw new OperatorError(`${folder} is not empty. Name a folder that is, or that does not exist yet.`)
  return folder
}
