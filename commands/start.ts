import { main } from '#server/main.ts'
import { buildWhenChanged } from './build.ts'
import { root, say } from './install.mjs'
import { takeNoParameters } from './no-parameters.ts'
import { runOrExplain } from './run-or-explain.ts'

/* `npm start`: the build and the database come up side by side. */

await runOrExplain(async () => {
  takeNoParameters('npm start')
  const build = buildWhenChanged(say).then(({ folder }) => folder)
  await main({ root, env: process.env, build })
})
