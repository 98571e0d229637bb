import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { root, say, tell } from '#commands/install.mjs'

test('a first start that cannot install the packages says what to check', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stable-housing-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of ['package-lock.json', 'commands/install.mjs'])
    cpSync(join(root, file), join(folder, file))
  const npm = join(folder, 'npm.mjs')
  writeFileSync(npm, 'process.exit(1)')
  const script = "const { ensureInstalled } = await import('./commands/install.mjs'); await ensureInstalled()"
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env: { PATH: process.env.PATH, npm_execpath: npm, HOME: folder },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain(
    'Check the network connection, free disk space, and that HOME is a folder that this account can write to.',
  )
})

test.each([
  ['out', say],
  ['err', tell],
] as const)('shows what a terminal would obey, on standard %s [T1103]', (name, write) => {
  const written = vi.spyOn(process[`std${name}`], 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  write('one\n\ttwo \u001b[31mred\r\u009b2J\u202e')
  expect(written.mock.calls).toEqual([['one\n\ttwo \\u001b[31mred\\u000d\\u009b2J\\u202e\n']])
})
