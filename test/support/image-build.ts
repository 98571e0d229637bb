import { execFileSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
} from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { root } from './source-tree.ts'

/*
 * Runs the instructions of the Dockerfile one by one, because a test has no Docker. A folder stands for the root of an image, so
 * that commands of RUN may name only what is below their WORKDIR.
 */

export interface Instruction {
  name: string
  args: string
}

/** The image, as far as the last stage says how to run it. */
export interface Image {
  folder: string
  workdir: string
  env: Record<string, string>
  user: string | undefined
  cmd: string[]
  healthcheck: string[]
  /** FROM, of each stage. */
  bases: string[]
}

/** Comments are dropped, and lines that end in a backslash joined. */
export function readInstructions(text: string): Instruction[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [, name = '', args = ''] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? []
    if (!name) throw new Error(`not an instruction: ${line}`)
    return { name, args: args.replace(/\s+/g, ' ') }
  })
}

/** Whether the build gets this path of the repository. The file allows single names at the root and nothing else. */
export function readDockerignore(text: string): (path: string) => boolean {
  const [first, ...allowed] = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (first !== '*' || allowed.some((line) => !/^![\w.-]+$/.test(line)))
    throw new Error('.dockerignore has a pattern that this test does not know')
  return (path) => path === '' || allowed.includes(`!${path.split('/', 1)[0]}`)
}

interface BuildOptions {
  /** The account that USER names, where root runs the test. */
  account: { uid: number; gid: number } | undefined
  /** Runs in place of a command. */
  instead: Record<string, (folder: string) => void>
}

export function buildImage(folder: string, { account, instead }: BuildOptions): Image {
  const isSent = readDockerignore(readFileSync(join(root, '.dockerignore'), 'utf8'))
  const stages = new Map<string, string>()
  const bases: string[] = []
  let image: Image | undefined
  for (const { name, args } of readInstructions(readFileSync(join(root, 'Dockerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const [base = '', , stage = `stage ${bases.length}`] = args.split(' ')
      bases.push(base)
      image = newStage(join(folder, stage), bases, account)
      stages.set(stage, image.folder)
      continue
    }
    if (!image) throw new Error(`${name} before FROM`)
    const here = join(image.folder, image.workdir)
    const as = image.user ? account : undefined
    if (name === 'WORKDIR') {
      image.workdir = args
      mkdirSync(join(image.folder, args), { recursive: true })
    } else if (name === 'ENV') {
      for (const pair of args.split(' ')) image.env[pair.split('=', 1)[0] ?? ''] = pair.replace(/^[^=]*=/, '')
    } else if (name === 'USER') image.user = args
    else if (name === 'COPY') copy(args, { stages, target: here, isSent })
    else if (name === 'RUN') {
      const own = instead[args]
      if (own) own(here)
      else {
        // Of this machine: npm's settings and its cache.
        const env = { ...process.env, ...environmentOf(image), HOME: process.env.HOME }
        execFileSync('sh', ['-ec', args], { cwd: here, env, ...as, stdio: 'pipe' })
      }
    } else if (name === 'CMD') image.cmd = JSON.parse(args)
    else if (name === 'HEALTHCHECK') image.healthcheck = JSON.parse(args.replace(/^.*?CMD /, ''))
    else if (name !== 'EXPOSE') throw new Error(`${name} is not known to this test`)
  }
  if (!image) throw new Error('no FROM')
  return image
}

/** What a process in the image sees of the environment. npm is the machine's. */
export function environmentOf({ folder, env }: Image): Record<string, string> {
  const path = [join(folder, 'usr/local/bin'), ...(process.env.PATH ?? '').split(':')]
  return {
    PATH: path.filter((part) => !part.includes('node_modules')).join(':'),
    HOME: join(folder, 'home/node'),
    ...env,
  }
}

/** Stands for the base image: a Node.js, and the home folder of the account `node`. */
function newStage(folder: string, bases: string[], account: BuildOptions['account']): Image {
  const home = join(folder, 'home/node')
  mkdirSync(home, { recursive: true })
  if (account) chownSync(home, account.uid, account.gid)
  mkdirSync(join(folder, 'usr/local/bin'), { recursive: true })
  copyOrLink(process.execPath, join(folder, 'usr/local/bin/node'))
  return { folder, workdir: '/', env: {}, user: undefined, cmd: [], healthcheck: [], bases }
}

interface CopyOptions {
  stages: Map<string, string>
  target: string
  isSent: (path: string) => boolean
}

function copy(args: string, { stages, target, isSent }: CopyOptions): void {
  const [first = '', ...rest] = args.split(' ')
  const from = /^--from=(.+)$/.exec(first)?.[1]
  const sources = from ? rest.slice(0, -1) : [first, ...rest.slice(0, -1)]
  const destination = rest.at(-1) ?? ''
  const origin = from ? (stages.get(from) ?? '') : root
  for (const source of sources) {
    const path = from ? join(origin, source) : resolve(origin, source)
    if (!existsSync(path) || (!from && !isSent(relative(root, path)))) throw new Error(`no ${source} to copy`)
    // `COPY folder ./` copies what is in it; here folders are copied to a name of their own.
    const to = destination.endsWith('/')
      ? join(target, destination, basename(source))
      : join(target, destination)
    copyOrLink(path, to, (entry) => from !== undefined || isSent(relative(root, entry)))
  }
}

/** Copies a file or a folder by hard links, where the file system allows it: packages are thousands of files. */
export function copyOrLink(from: string, to: string, isWanted = (_path: string) => true): void {
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter(path, target) {
      if (!isWanted(path) || !lstatSync(path).isFile()) return isWanted(path)
      try {
        linkSync(path, target)
      } catch {
        copyFileSync(path, target)
      }
      return false
    },
  })
}
