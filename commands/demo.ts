import { resolve } from 'node:path'
import { settingNames } from '#server/config.ts'
import { main } from '#server/main.ts'
import { prepareDemo } from '#server/seed/demo.ts'
import { assertNoParameters, runOrExplain } from './command-line.ts'
import { dist, migrations, root, say } from './install.mjs'

/* `npm run demo`: as `npm start`, on a data folder of its own, filled with made-up records. */

/** With all others the demo would open real data, sign real tokens or send mail to people. */
const read = ['HOST', 'LOG_LEVEL', 'ORGANIZATION_DIR', 'PORT', 'PUBLIC_URL', 'TRUST_PROXY']

await runOrExplain(
  async () => {
    assertNoParameters('npm run demo')
    const dataDir = resolve(root, process.env.DEMO_DIR?.trim() || './data-demo')
    const ignored = settingNames.filter((name) => !read.includes(name))
    const set = ignored.filter((name) => process.env[name]?.trim())
    if (set.length > 0) {
      say(`The demo ignores ${set.join(', ')}: its database, secrets and emails stay in ${dataDir}.`)
    }
    const unset = Object.fromEntries(ignored.map((name) => [name, undefined]))
    await main({
      root,
      migrations,
      build: dist,
      // Its terminal is read by people, not by a log collector.
      env: { LOG_LEVEL: 'error', ...process.env, ...unset, DATA_DIR: dataDir },
      prepare: (database, { organization: { timeZone }, trail }) =>
        prepareDemo(database, { trail, dataDir, timeZone, now: new Date(), progress: say }),
    })
  },
  { readsEnvFile: false },
)
