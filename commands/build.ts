import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { access, cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { InlineConfig } from 'vite'
import { isRunning } from '#server/is-running.ts'
import { precompress } from '#server/pages/precompress.ts'
import { buildParts, copies, partNames } from './build-parts.ts'

export type Build = { folder: string; built: boolean }

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const inputs = [
  'src/contract',
  'src/ui',
  'src/portal',
  'src/site',
  'src/server/forms',
  'src/server/pages/precompress.ts',
  'src/server/training',
  'vite.config.ts',
  'commands/build.ts',
  'commands/build-parts.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
const kept = 2
const unfinishedName = /^unfinished-(\d+)-/
/** No build takes an hour, whoever has its process number now. Milliseconds. */
const abandoned = 60 * 60 * 1000

/**
 * Builds what browsers get and the program that renders the pages, unless `build/<hash of the inputs>/` is there. The
 * work happens in a folder of its own that gets its name at the end: a build that is killed or meets another one
 * leaves no half-made result.
 */
export async function buildWhenChanged(
  progress: (sentence: string) => void,
  into = join(root, 'build'),
): Promise<Build> {
  const folder = join(into, await hashOfInputs())
  if (await exists(folder)) {
    await touch(folder)
    return { folder, built: false }
  }
  const begun = performance.now()
  progress('Building the website and the portal …')
  const unfinished = join(into, `unfinished-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await allOf(partNames.map((name) => vite(name, join(unfinished, name))))
    for (const part of partNames) {
      await cp(join(unfinished, part, 'assets'), join(unfinished, 'assets'), { recursive: true })
    }
    await precompress(join(unfinished, 'assets'))
    for (const [from, to] of Object.entries(copies))
      await cp(join(root, from), join(unfinished, to), { recursive: true })
    await settle(unfinished, folder)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  await removeOlder(into, folder)
  progress(`Built the website and the portal in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
  return { folder, built: true }
}

/** Waits for all even when one fails, so that none goes on writing into a folder that was cleared. */
async function allOf(builds: Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(builds)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** In a process of its own: the bundler's memory is gone afterwards, and NODE_ENV is what React needs. */
function vite(name: (typeof partNames)[number], outDir: string): Promise<void> {
  const program = join(root, 'node_modules/vite/bin/vite.js')
  const { mode, build }: InlineConfig = buildParts[name]
  const options = [...(mode ? ['--mode', mode] : []), ...(build?.ssr ? ['--ssr', `${build.ssr}`] : [])]
  const child = spawn(process.execPath, [program, 'build', '--emptyOutDir', '--outDir', outDir, ...options], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part))
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('exit', (code) =>
      code === 0 ? done() : fail(new Error(`The ${name} build failed:\n${said.trim() || `exit ${code}`}`)),
    )
  })
}

/** Whoever comes second with the same result drops its own. */
async function settle(unfinished: string, folder: string): Promise<void> {
  try {
    await rename(unfinished, folder)
  } catch (cause) {
    if (!(await exists(folder))) throw cause
  }
}

async function hashOfInputs(): Promise<string> {
  const hash = createHash('sha256')
  for (const input of inputs) {
    for (const file of await filesOf(input)) {
      hash
        .update(`${file}\0`)
        .update(await readFile(join(root, file)))
        .update('\0')
    }
  }
  return hash.digest('hex').slice(0, 16)
}

async function filesOf(input: string): Promise<string[]> {
  const found = await stat(join(root, input)).catch(() => null)
  if (!found) return []
  if (found.isFile()) return [input]
  const entries = await readdir(join(root, input), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

/**
 * The newest two stay: an instance that still runs on the older one goes on serving it. What a killed build left goes
 * with its process.
 */
async function removeOlder(into: string, current: string): Promise<void> {
  const dated = await Promise.all(
    (await readdir(into)).map(async (name) => {
      const path = join(into, name)
      return { name, path, time: (await stat(path).catch(() => null))?.mtimeMs ?? 0 }
    }),
  )
  const others = dated.filter(({ name, path }) => /^[0-9a-f]{16}$/.test(name) && path !== current)
  const left = dated.filter(({ name, time }) => {
    const pid = unfinishedName.exec(name)?.[1]
    return pid && (!isRunning(Number(pid)) || time < Date.now() - abandoned)
  })
  const older = others.sort((a, b) => b.time - a.time).slice(kept - 1)
  for (const { path } of [...older, ...left]) await rm(path, { recursive: true, force: true })
}

/** The time of last use decides which builds are the newest. */
async function touch(folder: string): Promise<void> {
  await utimes(folder, new Date(), new Date()).catch(() => {})
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  let last = ''
  await mkdir(join(root, 'build'), { recursive: true })
  await buildWhenChanged((sentence) => {
    last = sentence
  })
  if (last) console.error(last)
}
