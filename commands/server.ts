import { main } from '#server/main.ts'
import { assertNoParameters, runOrExplain } from './command-line.ts'
import { dist, migrations, root } from './install.mjs'

/* The server: `dist/server.js`, which `npm start` runs. */

await runOrExplain(async () => {
  assertNoParameters('npm start')
  await main({ root, migrations, build: dist, env: process.env })
})
