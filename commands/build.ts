import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { compressAssets } from '#server/pages/assets.ts'
import { dist, root } from './install.mjs'

/* `npm run build`: makes `dist/`, which needs only the production dependencies. */

const inputFolders = ['src', 'commands', 'migrations']
const inputFiles = ['vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json']

/** Each gets a script in `dist/` that starts it. */
const entryPoints = ['server', 'demo', 'ops']

/** Files that the server reads at run time, and their names in `dist/`. */
const copies = {
  'src/server/forms/fonts': 'fonts',
  'src/server/training/deck.css': 'deck.css',
  migrations: 'migrations',
  'commands/pinned-node.mjs': 'pinned-node.mjs',
}

/**
 * Builds the folder unless it was built from the same inputs. The build has another name until it is complete, so that
 * one that fails, is killed or runs beside another never leaves half a folder.
 */
export async function buildWhenChanged(progress: (sentence: string) => void, folder = dist): Promise<void> {
  const hash = await hashOfInputs()
  if ((await builtHash(folder)) === hash) return
  progress('Building …')
  const startedAt = performance.now()
  // A separate process frees its memory afterwards, and can set the NODE_ENV that React needs.
  const child = spawn(process.execPath, [import.meta.filename, folder, hash], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error('The build failed. See the messages above.')
  progress(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
}

async function buildFolder(folder: string, hash: string): Promise<void> {
  await removeAbandoned(folder)
  const unfinished = `${folder}-${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await bundle(unfinished)
    await compressAssets(join(unfinished, 'assets'))
    for (const [from, to] of Object.entries(copies))
      await cp(join(root, from), join(unfinished, to), { recursive: true })
    for (const name of entryPoints) await writeFile(join(unfinished, `${name}.js`), startScript(name))
    await writeFile(join(unfinished, 'inputs'), hash)
    await replaceFolder(unfinished, folder, hash)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function bundle(outDir: string): Promise<void> {
  // Imported here, because only the process that builds needs the bundler.
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ root, configFile: join(root, 'vite.config.ts'), build: { outDir } })
  await builder.buildApp()
}

function startScript(name: string): string {
  return [
    "import { basename, dirname, join } from 'node:path'",
    "import { fileURLToPath } from 'node:url'",
    "import { pinnedNodeIn, runOnPinnedNode } from './pinned-node.mjs'",
    '',
    "const here = fileURLToPath(new URL('.', import.meta.url))",
    `await runOnPinnedNode(join(here, 'program/${name}.js'), pinnedNodeIn(join(here, '../node_modules')))`,
    '',
  ].join('\n')
}

/** Drops this build if an equal one was finished meanwhile, because that one may be in use already. */
async function replaceFolder(unfinished: string, folder: string, hash: string): Promise<void> {
  if ((await builtHash(folder)) === hash) return
  const former = `${unfinished}-former`
  await rename(folder, former).catch(ignoreMissing)
  try {
    await rename(unfinished, folder)
  } catch (error) {
    if ((await builtHash(folder)) !== hash) throw error
  } finally {
    await rm(former, { recursive: true, force: true })
  }
}

/** Removes what killed builds left behind. No build takes an hour. */
async function removeAbandoned(folder: string): Promise<void> {
  const siblings = (await readdir(dirname(folder))).filter((name) => name.startsWith(`${basename(folder)}-`))
  for (const path of siblings.map((name) => join(dirname(folder), name))) {
    const found = await stat(path).catch(ignoreMissing)
    if (found && found.mtimeMs < Date.now() - 3_600_000) await rm(path, { recursive: true, force: true })
  }
}

async function hashOfInputs(): Promise<string> {
  const hash = createHash('sha256')
  const all = [...(await Promise.all(inputFolders.map(filesOf))).flat(), ...inputFiles]
  // Reading them asynchronously, one after another, takes four times as long, and every start waits for it.
  for (const file of all) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

async function builtHash(folder: string): Promise<string | undefined> {
  return await readFile(join(folder, 'inputs'), 'utf8').catch(ignoreMissing)
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

// Not `import.meta.main`: npm's script imports this file on a Node.js that is new enough.
if (process.argv[1] === import.meta.filename) {
  const [folder = dist, hash = await hashOfInputs()] = process.argv.slice(2)
  process.env.NODE_ENV = 'production'
  process.on('disconnect', () => process.exit(1))
  await buildFolder(folder, hash)
  // The channel to the process that waits for this one would keep it running.
  process.exit()
}
