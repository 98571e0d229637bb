import { main } from '#server/main.ts'
import { runOrExplain } from '../command-line.ts'
import { migrations, root } from '../install.mjs'

/* The real server, as a child of the development command: its build is there already. */

await runOrExplain(async () => {
  const [folder = ''] = process.argv.slice(2)
  await main({ root, migrations, build: folder, env: process.env })
  process.send?.('ready')
})
