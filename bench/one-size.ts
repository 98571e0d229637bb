import { openBrowser } from '#commands/trial/browser.ts'
import { type Cleanup, createCleanup } from '#commands/trial/cleanup.ts'
import { loopback, newHousehold } from '#commands/trial/household.ts'
import { secretFromDataFolder } from '#server/data-folder.ts'
import { startBare } from './bare.ts'
import { type Call, chooseCalls } from './calls.ts'
import { joinDatabase } from './database.ts'
import { fill } from './fill.ts'
import { keyPressesName, pressKeys } from './key-presses.ts'
import { startLoad } from './load.ts'
import type { Options } from './options.ts'
import { startProduct, stayActive } from './product.ts'
import type { SizeResult } from './results.ts'
import { type Bench, measure, type Row } from './rounds.ts'
import { expectSameAnswers, fileOf } from './same-answers.ts'

/** As many connections to PostgreSQL as the product's pool has (src/server/database/open-database.ts). */
const poolSize = 20

type Tell = (progress: string) => void

/** Both programs on a fresh database of that size, every call; all is gone afterwards. */
export async function benchOneSize(
  options: Options,
  size: Options['sizes'][number],
  everything: Cleanup,
  tell: Tell,
): Promise<SizeResult & { postgres: string }> {
  const cleanup = createCleanup()
  everything.add(cleanup.run)
  try {
    const { bench, calls, postgres, keepAwake, product } = await prepare(options, size, cleanup, tell)
    const rows: Row[] = []
    const turns = calls.flatMap((call) => call.connections.map((connections) => ({ call, connections })))
    for (const [place, { call, connections }] of turns.entries()) {
      tell(`${place + 1} of ${turns.length}: ${call.name}, ${connections} at once`)
      await keepAwake()
      rows.push(await measure(bench, call, connections))
    }
    const isTyped = options.only.some((part) => keyPressesName.includes(part))
    if (!isTyped) return { ...size, rows, postgres }
    tell(`Typing names in a browser: ${keyPressesName}`)
    const keyPresses = await pressKeys(product, await openBrowser(cleanup, tell))
    return { ...size, rows, keyPresses, postgres }
  } finally {
    await cleanup.run()
  }
}

async function prepare(options: Options, size: Options['sizes'][number], cleanup: Cleanup, tell: Tell) {
  tell('Starting the product …')
  const household = await newHousehold(cleanup)
  const product = await startProduct(household, cleanup)
  const database = await joinDatabase(household, cleanup)
  tell(`Making ${size.clients} clients and ${size.notes} notes …`)
  await fill(household, database, size, cleanup)
  const all = await chooseCalls(product)
  const calls = all.filter(({ name }) => options.only.some((part) => name.includes(part)))
  const bare = await startBare(
    {
      host: loopback,
      database: { ...database.application, max: poolSize },
      sessionSecret: secretFromDataFolder(household.dataDir, 'session-secret'),
      files: await Promise.all(filesAmong(calls).map((request) => fileOf(product.url, request))),
    },
    cleanup,
  )
  tell('Comparing the answers of both programs …')
  for (const call of calls) await expectSameAnswers(product.url, bare.url, call)
  const bench: Bench = {
    product: { ...product, rest: database.whenSealed },
    bare: { ...bare, rest: async () => {} },
    postmasterPid: database.postmasterPid,
    load: startLoad(cleanup),
    seconds: options.seconds,
    rounds: options.rounds,
  }
  return { bench, calls, postgres: database.version, keepAwake: () => stayActive(product), product }
}

const filesAmong = (calls: Call[]) =>
  calls.flatMap(({ requests }) => requests).filter(({ path }) => !path.startsWith('/api/'))
