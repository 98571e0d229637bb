import { stripVTControlCharacters } from 'node:util'
import type { Config } from '#server/config.ts'
import { say } from '../install.mjs'
import type { BuildFolder } from './build-folder.ts'
import { buildPages } from './build-pages.ts'
import { effectOf } from './effects.ts'
import { runServer, type ServerRun } from './run-server.ts'
import type { Stage } from './stage.ts'

interface CycleDeps {
  stage: Stage
  folder: BuildFolder
  env: NodeJS.ProcessEnv
  config: Config
}

/** Milliseconds before a server that ended by itself is started again, so that one that always does can be read. */
const afterACrash = 1_000

/** This process has said so already. */
const databaseIsUp = 'The private database is up.'

/** Builds and starts, at first and again after every change; one round after another, and no mistake ends it. */
export function developmentCycle({ stage, folder, env, config }: CycleDeps) {
  const due = { build: true, restart: true }
  let running: ServerRun | null = null
  let starting: ServerRun | null = null
  let round: Promise<void> | null = null
  let isStopping = false
  let isFirst = true
  /** What keeps the newest pages from being built: it stands until they are, whatever else is saved. */
  let buildProblem: string | null = null

  /** Whether the newest build can be served. */
  async function rebuild(): Promise<boolean> {
    try {
      const next = await folder.next(stage.build())
      await buildPages(next)
      stage.built(next)
      buildProblem = null
      return true
    } catch (error) {
      const words = wordsOf(error)
      process.stderr.write(`${words}\n`)
      buildProblem = complain('The build failed.', words, running ? 'runs on' : 'is away')
      return false
    }
  }

  async function restart(): Promise<void> {
    const build = stage.build()
    if (!build || isStopping) return
    stage.hold()
    const old = running
    running = null
    await old?.stop()
    starting = await runServer({ build, env, config, onLine })
    const complaint = await starting.started
    const run = starting
    starting = null
    if (complaint !== null) {
      if (!isStopping && !due.restart) complain('The server does not start.', complaint, 'is away')
      return
    }
    running = run
    run.ended.then(() => crashed(run))
    stage.serve(run.port, buildProblem)
  }

  function crashed(run: ServerRun): void {
    if (running !== run || isStopping) return
    running = null
    stage.hold()
    if (round) return
    say('The server has ended. Starting it again …')
    setTimeout(() => begin({ restart: true }), afterACrash)
  }

  /** What the server said while it started stands in the terminal already; a page needs it all, which is answered. */
  function complain(what: string, detail: string, server: 'runs on' | 'is away'): string {
    process.stderr.write(`${what} The next save tries again.\n`)
    const problem = `${what}\n${detail}`
    stage.fail(problem, server)
    return problem
  }

  /** Passes on what is new: a link (which ends the older one), migrations that run, and once that all is ready. */
  function onLine(line: string): void {
    const isReady = line.startsWith('Ready on ')
    if (line !== databaseIsUp && (isFirst || !isReady)) say(line)
    if (isReady) isFirst = false
  }

  async function rounds(): Promise<void> {
    while (!isStopping && (due.build || due.restart)) {
      const begun = performance.now()
      const { build } = due
      const again = !isFirst
      Object.assign(due, { build: false, restart: false })
      if (build && !(await rebuild())) continue
      if (due.build) continue
      await restart()
      if (again && running) say(`${build ? 'Built and restarted' : 'Restarted'} in ${secondsSince(begun)} s.`)
    }
  }

  function begin(what: Partial<typeof due>): Promise<void> {
    Object.assign(due, what)
    // A start that this change has overtaken, or that hangs, is not waited for.
    if (due.restart) void starting?.stop()
    round ??= rounds()
      .catch((error) => void complain('The server could not be run.', wordsOf(error), 'is away'))
      .finally(() => {
        round = null
      })
    return round
  }

  return {
    begin: () => begin({}),
    changed(paths: string[]): void {
      const effects = new Set(paths.map(effectOf))
      if (effects.has('command')) say('To take this change along, end npm run dev and start it again.')
      if (effects.has('pages')) void begin({ build: true, restart: true })
      else if (effects.has('server')) void begin({ restart: true })
    },
    async stop(): Promise<void> {
      isStopping = true
      await Promise.all([running?.stop(), starting?.stop()])
      await round
    },
  }
}

function wordsOf(error: unknown): string {
  return stripVTControlCharacters(error instanceof Error ? error.message : String(error)).trim()
}

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(1)
}
