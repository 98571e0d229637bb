import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StartFailure } from '#server/start-failure.ts'
import { root, say } from './install.mjs'
import { runOrExplain } from './run-or-explain.ts'
import { writeContactSheet } from './screens/contact-sheet.ts'
import { startDemo } from './screens/demo-product.ts'
import { photographAll, variants } from './screens/photograph.ts'
import { readmePictures } from './screens/readme-pictures.ts'
import { screensOf } from './screens/screen-list.ts'
import { openBrowser } from './trial/browser.ts'
import type { Cleanup } from './trial/cleanup.ts'
import { untilInterrupted } from './trial/until-interrupted.ts'

/* `npm run screens`: every screen of a running demo at two widths, light and dark, and a contact sheet of all. */

const usage = `npm run screens [-- --only PART] [--into FOLDER] [--readme]
    Photographs every screen into the folder screens/ and puts them on one contact sheet.
    --only PART   those whose name holds PART
    --into FOLDER another folder than screens/, empty or not there yet
    --readme      also renews the pictures of the README in docs/pictures/`

await runOrExplain(async () => {
  const options = readOptions()
  if (options.help) return say(usage)
  await untilInterrupted((cleanup) => photographScreens(options, cleanup))
})

async function photographScreens({ only, into, readme }: Options, cleanup: Cleanup) {
  const folder = emptyFolder(into)
  const browser = await openBrowser(cleanup, say)
  const demo = await startDemo(cleanup)
  const all = await screensOf(demo)
  const screens = all.filter(({ name }) => name.includes(only ?? ''))
  if (screens.length === 0) throw new StartFailure(`No screen is called like "${only}".`)
  await photographAll(browser, demo, screens, folder, (done) => {
    say(`${done} of ${screens.length} screens photographed`)
  })
  const sheet = await writeContactSheet(browser, folder, screens, variants)
  say(`${screens.length * variants.length} pictures, all of them on ${sheet}`)
  if (!readme) return
  await readmePictures(browser, demo, all, folder)
  cpSync(join(folder, 'readme'), join(root, 'docs/pictures'), { recursive: true })
  say('The pictures of the README were renewed in docs/pictures/.')
}

/** The project's own folder is emptied; in anybody else's nothing is touched. */
function emptyFolder(into: string | undefined): string {
  const folder = resolve(into ?? join(root, 'screens'))
  if (into === undefined) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0)
    throw new StartFailure(`${folder} is not empty. Name a folder that is, or that does not exist yet.`)
  return folder
}

type Options = ReturnType<typeof readOptions>

function readOptions() {
  try {
    const options = {
      only: { type: 'string' },
      into: { type: 'string' },
      readme: { type: 'boolean' },
      help: { type: 'boolean' },
    } as const
    return parseArgs({ options }).values
  } catch (error) {
    throw new StartFailure(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}
