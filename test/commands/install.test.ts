import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '#commands/install.mjs'

/** What a first start says if `npm ci` fails. */
function failToInstall(env: NodeJS.ProcessEnv): string {
  const folder = mkdtempSync(join(tmpdir(), 'stable-housing-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of ['package-lock.json', 'commands/install.mjs'])
    cpSync(join(root, file), join(folder, file))
  const npm = join(folder, 'npm.mjs')
  writeFileSync(npm, 'process.exit(1)')
  const script = "const { ensureInstalled } = await import('./commands/install.mjs'); await ensureInstalled()"
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env: { PATH: process.env.PATH, npm_execpath: npm, HOME: folder, ...env },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  return stderr
}

test('a first start that cannot install the packages says what to check', () => {
  expect(failToInstall({})).toContain('Check the network connection and free disk space.')
})

test('an account without a home folder is told to set HOME', () => {
  const home = '/dev/null'
  expect(failToInstall({ HOME: home })).toContain(
    `npm needs the folder ${home}/.npm, which this account can't write to. Set HOME to a folder that it owns.`,
  )
})
