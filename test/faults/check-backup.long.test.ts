import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { newTestInstance } from '#test/support/running-product.ts'
import { root } from '#test/support/source-tree.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* `npm run ops -- check-backup`, with the kept backup of release 1.0.0. */

const kept = join(root, 'test/database/kept-backups/1.0.0.backup')
const text = gunzipSync(readFileSync(kept)).toString()
const auditKeys = readFileSync(kept.replace(/backup$/, 'audit-keys'), 'utf8').trim()

/** The command, with a folder for temporary files of its own, in which nothing may be left. */
async function newCheck(more: Record<string, string> = {}) {
  const temporary = mkdtempSync(join(tmpdir(), 'stable-housing-check-'))
  const instance = await newTestInstance({ AUDIT_KEYS: auditKeys, ...more })
  instance.env.TMPDIR = temporary
  onTestFinished(async () => {
    await instance.remove()
    rmSync(temporary, { recursive: true })
  })
  const file = join(instance.dataDir, 'a.backup')
  return {
    instance,
    file,
    async check(backup: string | Buffer) {
      mkdirSync(instance.dataDir, { recursive: true })
      writeFileSync(file, backup)
      const outcome = await instance.ops('check-backup', file)
      expect(readdirSync(temporary)).toEqual([])
      expect(readdirSync(instance.dataDir)).toEqual(['a.backup'])
      return outcome
    },
  }
}

test('a good backup, also of an older release, is restored, counted and verified, and nothing is left [T777]', async () => {
  const { check } = await newCheck()
  const { code, printed, errorOutput } = await check(readFileSync(kept))
  // On a slow computer it reports its progress.
  expect(errorOutput).toMatch(/^(Restoring: \d+ % \(\d+ of \d+\)\n)*$/)
  expect(code).toBe(0)
  expect(printed).toMatch(
    /2 clients and 1 note match their last audit row\. Not covered: 60 \(made up by seed\)\.\n.* is good: 22 clients, 41 notes and [1-9]\d* audit rows as of .* from release 1\.0\.0\. Restored and checked in [\d.]+ seconds\.\n$/,
  )
})

/* What else a restore refuses or doubts is tested in backup.test.ts. */
test.each([
  [
    'a changed byte',
    text.replace('Saw two homes.', 'Saw ten homes.'),
    auditKeys,
    / is damaged or was cut off/,
  ],
  ['unknown audit keys', text, 'q8Zt1Wn5Vb7Xc3Rm9Ky2Lp6Hd4Gf0Js8Ta1Uo5Ie7Qw', / could not be checked/],
  ['no audit keys', text, '', /^There are no audit keys here/],
])(
  '%s ends the check with code 1 and a sentence, and nothing is left [T778]',
  async (_, content, AUDIT_KEYS, sentence) => {
    const { check } = await newCheck({ AUDIT_KEYS })
    const { code, printed, errorOutput } = await check(gzipSync(content))
    expect({ code, printed }).toEqual({ code: 1, printed: '' })
    expect(errorOutput).toMatch(sentence)
  },
)

test('the wrong BACKUP_KEY, and a record that was changed before the backup, are found [T779]', async () => {
  const database = await createTestDatabase('empty')
  const key = { BACKUP_KEY: 'vJ8s2Qd0KpW4' }
  const server = await newTestInstance({ DATABASE_URL: database.connectionString, AUDIT_KEYS: auditKeys })
  onTestFinished(() => server.remove())
  expect(await server.ops('restore', kept)).toMatchObject({ code: 0 })
  await sql`UPDATE clients SET phone = '6125550199'`.execute(database.ownerDb)
  Object.assign(server.env, key)
  const file = join(server.dataDir, 'changed.backup')
  expect(await server.ops('backup', file)).toMatchObject({ code: 0 })
  const { check, instance } = await newCheck(key)
  const changed = await check(readFileSync(file))
  expect(changed.code).toBe(1)
  expect(changed.errorOutput).toMatch(
    /These records do not match the audit trail:\nThe client .* has been changed since\./,
  )
  instance.env.BACKUP_KEY = 'mZx7LrT1yNcB5h'
  expect(await check(readFileSync(file))).toMatchObject({
    code: 1,
    errorOutput: expect.stringMatching(/^BACKUP_KEY does not open /),
  })
})
