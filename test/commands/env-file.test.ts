import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadEnvFile } from '#commands/command-line.ts'
import { newTemporaryInstance } from '#commands/temporary-instance.ts'
import { readConfig } from '#server/config.ts'
import { bareEnvironment } from '#test/support/bare-environment.ts'
import { newTestInstance } from '#test/support/running-product.ts'

const folder = mkdtempSync(join(tmpdir(), 'stable-housing-env-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function load(text: string | Buffer, env: NodeJS.ProcessEnv = {}) {
  const file = join(folder, '.env')
  writeFileSync(file, text)
  loadEnvFile(file, env)
  return env
}

test('reads the first setting after a byte order mark, and keeps what is set', () => {
  expect(load('\ufeffPORT=4000\nHOST=0.0.0.0\n', { HOST: 'localhost' })).toEqual({
    PORT: '4000',
    HOST: 'localhost',
  })
})

test('reads a file that PowerShell wrote', () => {
  expect(load(Buffer.from('\ufeffPORT=4000\r\nHOST=localhost\r\n', 'utf16le'))).toEqual({
    PORT: '4000',
    HOST: 'localhost',
  })
})

test('says in which line a # would cut off a value, without showing it', () => {
  for (const line of ['BACKUP_KEY=abc#def', 'BACKUP_KEY=#abc', 'BACKUP_KEY=Qd"0K#pW4', 'BACKUP_KEY=a b#1'])
    expect(() => load(`PORT=4000\n${line}\n`), line).toThrow(
      /, line 2: the value of BACKUP_KEY contains a #, [^:]*\. Quote the value: BACKUP_KEY="…"$/,
    )
})

test('takes a # in quotes as part of the value, and after a space as the start of a comment', () => {
  expect(
    load('# A comment\nPORT=4000 # the port\nBACKUP_KEY="abc#def"\nTEXT="a\nb=c#d"\nEMPTY= # none\n'),
  ).toEqual({
    PORT: '4000',
    BACKUP_KEY: 'abc#def',
    TEXT: 'a\nb=c#d',
    EMPTY: '',
  })
})

const live = {
  DATABASE_URL: 'postgres://live:secret@127.0.0.1:9/live',
  SESSION_SECRET: 'rT6wq9ZkV2mXc8LpYb4Hs1NjD7fGe0Ua',
  AUDIT_ANCHOR_DIR: join(folder, 'anchor'),
  TWO_STEP: 'everyone',
}

test('a process that tests start reads a file of settings only if it names one [T506]', async () => {
  expect(bareEnvironment.ENV_FILE).toBe('')
  const file = join(folder, 'live.env')
  writeFileSync(
    file,
    Object.entries({ ...live, TWO_STEP: 'sometimes' })
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  )
  const instance = await newTestInstance()
  try {
    const named = await instance.runFailingStart({ ENV_FILE: file })
    expect(named.errorOutput, 'the settings of the file are read').toContain('TWO_STEP must be one of')
  } finally {
    await instance.remove()
  }
})

test('a temporary instance has no settings of its caller’s environment [T507]', async () => {
  await using cleanup = new AsyncDisposableStack()
  const { env, dataDir } = await newTemporaryInstance(cleanup)
  const config = readConfig({ ...process.env, ...live, ...env }, folder)
  expect(config).toMatchObject({
    dataDir,
    sessionSecret: undefined,
    filesMaxBytes: 5_000_000_000,
    clamd: undefined,
    auditAnchorDir: undefined,
    database: { kind: 'embedded' },
    twoStep: 'optional',
  })
  expect(env.ENV_FILE).toBe('')
  expect(existsSync(live.AUDIT_ANCHOR_DIR)).toBe(false)
})
