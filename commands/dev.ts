import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLog } from '#server/http/request-log.ts'
import { stopOnSignals } from '#server/stop-on-signals.ts'
import { runOrExplain, takeNoParameters } from './command-line.ts'
import { claimBuildFolder } from './dev/build-folder.ts'
import { developmentCycle } from './dev/cycle.ts'
import { openFront } from './dev/front.ts'
import { createStage } from './dev/stage.ts'
import { watchFiles } from './dev/watch-files.ts'
import { migrations, root, say } from './install.mjs'

/* `npm run dev`: the product, built and started anew at every change (docs/decisions/0013). */

/** Folders and single files whose changes matter. */
const watched = {
  folders: ['src', 'migrations', 'organization', 'commands'],
  files: ['vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json', '.env'],
}

await runOrExplain(async () => {
  takeNoParameters('npm run dev')
  // As npm does: the bundler's settings may name files from here.
  process.chdir(root)
  // Bundling sets variables of its own; the server gets what the person set.
  const env = { ...process.env }
  const config = readConfig(env, root)
  const log = createLog(config.logLevel)
  const stopping = stopOnSignals(log)
  const stage = createStage()
  const front = await openFront(stage, config)
  stopping.add(front.close)
  const folder = await claimBuildFolder(join(root, 'build'))
  stopping.add(folder.remove)

  // Kept up by this process, the private database outlives every restart of the server. The server migrates it.
  if (config.database.kind === 'embedded') {
    const opening = openDatabase(config.database, {
      ...{ progress: say, log, migrations },
      ...{ mode: 'attach', migrated: false, poolSize: 1 },
    })
    stopping.add(async () => (await opening).close())
    await opening
  }

  const cycle = developmentCycle({ stage, folder, env, config })
  stopping.add(cycle.stop)
  const watch = watchFiles(root, watched, cycle.changed)
  stopping.add(async () => watch.close())
  await cycle.begin()
})
