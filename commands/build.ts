import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { cp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { compressAssets } from '#server/pages/assets.ts'
import { dist, root } from './install.mjs'

/* `npm run build`: makes `dist/`, which runs with production dependencies alone. */

const folders = ['src', 'commands', 'migrations']
const files = ['vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json']

/** Modes of `vite.config.ts`. Each part is built into a folder of its name. */
const parts = ['portal', 'site', 'renderer', 'program']
/** `dist/` has a script for each of these. */
const programs = ['server', 'demo', 'ops']

/** What is read beside the bundles. */
const copies = {
  'src/server/forms/fonts': 'fonts',
  'src/server/training/deck.css': 'deck.css',
  migrations: 'migrations',
  'commands/pinned-node.mjs': 'pinned-node.mjs',
}

/**
 * Makes the folder anew unless it was made of the same inputs. It is built under another name and then takes its
 * place, so that a build that fails, is killed or meets another one leaves no half-made folder behind.
 */
export async function buildWhenChanged(progress: (sentence: string) => void, folder = dist): Promise<void> {
  const hash = await hashOfInputs()
  if ((await builtFrom(folder)) === hash) return
  progress('Building …')
  const begun = performance.now()
  // In a process of its own, whose memory is free again afterwards, and where NODE_ENV is what React needs.
  const child = spawn(process.execPath, [import.meta.filename, folder, hash], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error('The build failed. See the messages above.')
  progress(`Built in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
}

async function makeFolder(folder: string, hash: string): Promise<void> {
  await removeAbandoned(folder)
  const unfinished = `${folder}-${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await buildParts(unfinished)
    await compressAssets(join(unfinished, 'assets'))
    for (const [from, to] of Object.entries(copies))
      await cp(join(root, from), join(unfinished, to), { recursive: true })
    for (const name of programs) await writeFile(join(unfinished, `${name}.js`), startOf(name))
    await writeFile(join(unfinished, 'inputs'), hash)
    await takePlace(unfinished, folder, hash)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function buildParts(folder: string): Promise<void> {
  // Not at the top: only the process that builds needs the bundler.
  const { build } = await import('vite')
  const builds = parts.map((mode) =>
    build({
      root,
      mode,
      configFile: join(root, 'vite.config.ts'),
      build: {
        outDir: join(folder, mode),
        emptyOutDir: true,
        rolldownOptions: { checks: { pluginTimings: false } },
      },
    }),
  )
  // All of them, even when one fails, so that none goes on writing into a folder that is being removed.
  const failed = (await Promise.allSettled(builds)).find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  for (const part of parts) {
    const assets = join(folder, part, 'assets')
    if (await stat(assets).catch(ignoreMissing)) await cp(assets, join(folder, 'assets'), { recursive: true })
  }
}

function startOf(program: string): string {
  return [
    "import { basename, dirname, join } from 'node:path'",
    "import { fileURLToPath } from 'node:url'",
    "import { runOnPinnedNode } from './pinned-node.mjs'",
    '',
    "const here = fileURLToPath(new URL('.', import.meta.url))",
    `await runOnPinnedNode(join(here, 'program/${program}.js'), join(here, '../node_modules/node/bin/node'))`,
    '',
  ].join('\n')
}

/** Whoever comes second with the same result drops its own: the first may be in use already. */
async function takePlace(unfinished: string, folder: string, hash: string): Promise<void> {
  if ((await builtFrom(folder)) === hash) return
  const former = `${unfinished}-former`
  await rename(folder, former).catch(ignoreMissing)
  try {
    await rename(unfinished, folder)
  } catch (error) {
    if ((await builtFrom(folder)) !== hash) throw error
  } finally {
    await rm(former, { recursive: true, force: true })
  }
}

/** What builds that were killed have left beside the folder; no build takes an hour. */
async function removeAbandoned(folder: string): Promise<void> {
  const siblings = (await readdir(dirname(folder))).filter((name) => name.startsWith(`${basename(folder)}-`))
  for (const path of siblings.map((name) => join(dirname(folder), name))) {
    const found = await stat(path).catch(ignoreMissing)
    if (found && found.mtimeMs < Date.now() - 3_600_000) await rm(path, { recursive: true, force: true })
  }
}

async function hashOfInputs(): Promise<string> {
  const hash = createHash('sha256')
  const all = [...(await Promise.all(folders.map(filesOf))).flat(), ...files]
  for (const file of all) hash.update(`${file}\0`).update(await readFile(join(root, file)))
  return hash.digest('hex')
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

async function builtFrom(folder: string): Promise<string | undefined> {
  return await readFile(join(folder, 'inputs'), 'utf8').catch(ignoreMissing)
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

if (import.meta.main) {
  const [folder = dist, hash = await hashOfInputs()] = process.argv.slice(2)
  process.env.NODE_ENV = 'production'
  process.on('disconnect', () => process.exit(1))
  await makeFolder(folder, hash)
  // The channel to the process that waits for this one would keep it running.
  process.exit()
}
