import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { root, say, tell } from '#commands/install.mjs'

test('a first start that cannot install the packages says what to check', () => {
  const { stderr, status } = install({ npm: 'process.exit(1)' })
  expect(status).toBe(1)
  expect(stderr).toContain(
    'Check the network connection, free disk space, and that HOME is a folder that this account can write to.',
  )
})

test('where no package has a Node.js for the machine, an old one is refused', () => {
  const { stderr, status } = install({
    npm: 'process.exit(0)',
    before: "Object.defineProperty(process.versions, 'node', { value: '20.19.0' })",
  })
  expect(status).toBe(1)
  expect(stderr).toContain('Install Node.js 24 and start again')
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

/** Runs the installation in a folder without packages, with a program in place of npm. */
function install({ npm, before = '' }: { npm: string; before?: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'stable-housing-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of ['package-lock.json', 'commands/install.mjs', 'commands/pinned-node.mjs'])
    cpSync(join(root, file), join(folder, file))
  const program = join(folder, 'npm.mjs')
  writeFileSync(program, npm)
  const script = `${before}
    const { ensureInstalled } = await import('./commands/install.mjs')
    await ensureInstalled()`
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env: { PATH: process.env.PATH, npm_execpath: program, HOME: folder },
    encoding: 'utf8',
  })
}
