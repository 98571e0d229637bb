import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { hodan } from '#test/support/people.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* `npm run ops -- check-backup`. */

const { kept, auditKeys } = await makeBackup()

/** A backup of two clients, one of them deleted, a note that was edited, and made-up records; and its server's audit keys. */
async function makeBackup() {
  const instance = await newTestInstance()
  const file = join(instance.dataDir, 'a.backup')
  const product = await instance.start()
  const { becomeSuperAdmin, send } = apiCaller(product.url)
  const token = await becomeSuperAdmin(product.link() ?? '')
  const { body: client } = await send('POST', '/clients', token, hodan)
  const { body: note } = await send('POST', `/clients/${client.id}/notes`, token, { text: 'Saw two homes.' })
  await send('PUT', `/clients/${client.id}/notes/${note.id}`, token, { text: 'Saw three homes.', version: 1 })
  const { body: other } = await send('POST', '/clients', token, { ...hodan, firstName: 'Zoë' })
  await send('DELETE', `/clients/${other.id}`, token)
  await instance.ops('seed', '--clients', '20', '--notes', '40', '--employees', '2', '--messages', '2')
  expect(await instance.ops('backup', file)).toMatchObject({ code: 0 })
  const keys = readFileSync(join(instance.dataDir, 'audit-keys'), 'utf8').trim()
  const kept = readFileSync(file)
  await instance.remove()
  return { kept, auditKeys: keys }
}

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
    async check(backup: Buffer) {
      mkdirSync(instance.dataDir, { recursive: true })
      writeFileSync(file, backup)
      const outcome = await instance.ops('check-backup', file)
      expect(readdirSync(temporary)).toEqual([])
      expect(readdirSync(instance.dataDir)).toEqual(['a.backup'])
      return outcome
    },
  }
}

test('a good backup is restored, counted and verified, and nothing is left [T777]', async () => {
  const { check } = await newCheck()
  const { code, printed, errorOutput } = await check(kept)
  // On a slow computer it reports its progress.
  expect(errorOutput).toMatch(/^(Restoring: \d+ % \(\d+ of \d+\)\n)*$/)
  expect(code).toBe(0)
  expect(printed).toMatch(
    /2 clients, 1 note, 0 client merges, 0 record packets, 0 files, 0 papers, 0 follow-ups, 0 people, 0 homes, 0 goals, and 0 authorizations match their last audit row\. Not covered: \d+ \(made up by seed\)\.\n.* is good: 22 clients, 41 notes and [1-9]\d* audit rows as of .* from release 1\.0\.0\. Restored and checked in [\d.]+ seconds\.\n$/,
  )
})

const changed = Buffer.from(kept)
changed.writeUInt8(changed.readUInt8(5_000) ^ 1, 5_000)

/* What else a restore refuses is tested in backup.test.ts. */
test.each([
  ['a changed bit', changed, auditKeys, / is damaged or was changed/],
  ['unknown audit keys', kept, 'q8Zt1Wn5Vb7Xc3Rm9Ky2Lp6Hd4Gf0Js8Ta1Uo5Ie7Qw', / could not be checked/],
  ['no audit keys', kept, '', /^There are no audit keys here/],
])(
  '%s ends the check with code 1 and a sentence, and nothing is left [T778]',
  async (_, content, AUDIT_KEYS, sentence) => {
    const { check } = await newCheck({ AUDIT_KEYS })
    const { code, printed, errorOutput } = await check(content)
    expect({ code, printed }).toEqual({ code: 1, printed: '' })
    expect(errorOutput).toMatch(sentence)
  },
)

test('the wrong BACKUP_KEY, and a record that was changed before the backup, are found [T779]', async () => {
  const database = await createTestDatabase('empty')
  const key = { BACKUP_KEY: 'vJ8s2Qd0KpW4' }
  const server = await newTestInstance({ DATABASE_URL: database.connectionString, AUDIT_KEYS: auditKeys })
  onTestFinished(() => server.remove())
  const original = join(server.dataDir, 'original.backup')
  mkdirSync(server.dataDir, { recursive: true })
  writeFileSync(original, kept)
  expect(await server.ops('restore', original)).toMatchObject({ code: 0 })
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
