import { join } from 'node:path'
import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createLog } from '#server/http/request-log.ts'
import { superAdminLink } from '#server/operations/super-admin-link.ts'
import { StartFailure } from '#server/start-failure.ts'
import { root, say } from './install.mjs'
import { runOrExplain } from './run-or-explain.ts'

/* `npm run ops -- …`: what an operator does beside the running server, or without it. */

interface Operation {
  usage: string
  explanation: string
  run: (parameters: string[]) => Promise<void>
}

const operations: Record<string, Operation> = {
  'super-admin': {
    usage: 'super-admin EMAIL',
    explanation:
      'Prints a one-time link to set the password of that super-admin, creating the account if needed.',
    run: async ([email, ...more]) => {
      if (!email || more.length > 0 || !z.email().safeParse(email).success) {
        throw new StartFailure('Give one e-mail address: npm run ops -- super-admin EMAIL')
      }
      await withDatabase(async ({ db, publicUrl }) => {
        say(await superAdminLink({ db, clock: () => new Date(), publicUrl }, email))
      })
    },
  },
}

await runOrExplain(async () => {
  const [name = '--help', ...parameters] = process.argv.slice(2)
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (name === '--help' || name === 'help') return say(help())
  if (!operation) throw new StartFailure(`There is no command "${name}".\n\n${help()}`)
  if (parameters.includes('--help')) return say(describe(operation))
  await operation.run(parameters)
})

function describe({ usage, explanation }: Operation): string {
  return `npm run ops -- ${usage}\n    ${explanation}`
}

function help(): string {
  return Object.values(operations).map(describe).join('\n\n')
}

/** Works on the database of the running server, or brings it up for as long as the command takes. */
async function withDatabase(
  work: (needs: { db: Awaited<ReturnType<typeof openDatabase>>['db']; publicUrl: string }) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env, root)
  const database = await openDatabase(config.database, {
    progress: (sentence) => process.stderr.write(`${sentence}\n`),
    log: createLog(config.logLevel),
    migrations: join(root, 'migrations'),
    mode: 'attach',
    poolSize: 4,
  })
  try {
    await work({ db: database.db, publicUrl: config.publicUrl })
  } finally {
    await database.close()
  }
}
