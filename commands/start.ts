import { main } from '#server/main.ts'
import { buildWhenChanged } from './build.ts'
import { runOrExplain, takeNoParameters } from './command-line.ts'
import { root, say } from './install.mjs'

/* `npm start`: the build and the database come up side by side. */

await runOrExplain(async () => {
  takeNoParameters('npm start')
  const build = buildWhenChanged(say).then(({ folder }) => folder)
  await main({ root, env: process.env, build })
})
