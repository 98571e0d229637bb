import { resolve } from 'node:path'
import { main } from '#server/main.ts'
import { prepareDemo } from '#server/seed/demo.ts'
import { refuseParameters, runOrExplain } from './command-line.ts'
import { dist, migrations, root, say } from './install.mjs'

/* `npm run demo`: as `npm start`, on a data folder of its own, filled with made-up records. */

/** With these the demo would open real data, sign real tokens or send mail to people. */
const ignored = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'SMTP_URL', 'SESSION_SECRET', 'BACKUP_KEY'] as const

await runOrExplain(async () => {
  refuseParameters('npm run demo')
  const dataDir = `${resolve(root, process.env.DATA_DIR?.trim() || './data')}-demo`
  const set = ignored.filter((name) => process.env[name]?.trim())
  if (set.length > 0) {
    say(`The demo ignores ${set.join(', ')}: its database, secrets and emails stay in ${dataDir}.`)
  }
  const unset = Object.fromEntries(ignored.map((name) => [name, undefined]))
  await main({
    root,
    migrations,
    build: dist,
    env: { ...process.env, ...unset, DATA_DIR: dataDir },
    prepare: (database, { organization: { timeZone }, trail }) =>
      prepareDemo(database, { trail, dataDir, timeZone, now: new Date(), progress: say }),
  })
})
