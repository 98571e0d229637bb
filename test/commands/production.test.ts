import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildWhenChanged } from '#commands/build.ts'
import { freePort } from '#commands/free-port.ts'
import { dist, root } from '#commands/install.mjs'
import { apiCaller } from '#test/support/api-caller.ts'
import { bareEnvironment } from '#test/support/bare-environment.ts'
import { processEnd } from '#test/support/process-end.ts'

// Installs the packages of a production machine first.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/* `dist/` in an empty folder, with only the production dependencies, on the Node.js of the machine. */

const run = promisify(execFile)

let folder: string
let env: Record<string, string | undefined>
beforeAll(async () => {
  await buildWhenChanged(() => {})
  folder = await mkdtemp(join(tmpdir(), 'production-'))
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'organization']) {
    await cp(join(root, name), join(folder, name), { recursive: true })
  }
  await cp(dist, join(folder, 'dist'), {
    recursive: true,
    // Without what earlier starts have kept: another start may remove it meanwhile.
    filter: (path) => !/dist\/[^/]+-[0-9a-f]{16}/.test(path),
  })
  const port = await freePort()
  env = {
    ...bareEnvironment,
    PATH: withoutPackages(process.env.PATH ?? ''),
    PORT: `${port}`,
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: 'warn',
  }
  await run('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder, env })
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))

/** Drops the folders of npm packages, so that `node` is the machine's own, whichever version that is. */
function withoutPackages(path: string): string {
  return path
    .split(delimiter)
    .filter((part) => !part.includes('node_modules'))
    .join(delimiter)
}

test('serves website, portal and API, and runs operator commands, without development dependencies', async () => {
  const server = spawn('node', ['dist/server.js'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  server.stdout.on('data', (part) => {
    printed += part
  })
  try {
    await expect.poll(() => printed).toMatch(/^Ready on /m)
    const link = /^Create the first super-admin: (\S+)$/m.exec(printed)?.[1] ?? ''
    const url = `${env.PUBLIC_URL}`
    const { becomeSuperAdmin, send } = apiCaller(url)
    const token = await becomeSuperAdmin(link)
    expect((await send('GET', '/clients', token)).body).toEqual([])
    for (const path of ['/home', '/login', '/api/docs', '/api/health']) {
      expect((await fetch(`${url}${path}`)).status, path).toBe(200)
    }
    const seeded = await run('node', ['dist/ops.js', 'seed', '--clients', '3'], { cwd: folder, env })
    expect(seeded.stdout).toContain('3 clients')
    expect((await send('GET', '/clients', token)).body).toHaveLength(3)
    await run('node', ['dist/ops.js', 'backup', 'all.backup'], { cwd: folder, env })
  } finally {
    server.kill('SIGTERM')
    await processEnd(server)
  }
  expect(server.exitCode).toBe(0)
  const elsewhere = { ...env, DATA_DIR: join(folder, 'restored') }
  await run('node', ['dist/ops.js', 'restore', 'all.backup'], { cwd: folder, env: elsewhere })
})
