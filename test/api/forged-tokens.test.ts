import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'

/* Only a token that this service signed for an active session is accepted. */

const secret = 'only-for-tests-only-for-tests-only-for-tests'
const email = 'manager@example.org'
const start = new Date('2026-06-15T15:00:00Z')
const header = { alg: 'HS256', typ: 'at+jwt' }

const app = await createTestApp({ sessionSecret: secret })
await app.employ('manager')
await app.employ('super-admin')
const valid = await app.signIn(email)
const parts = valid.split('.') as [head: string, payload: string, signature: string]
const claims = JSON.parse(Buffer.from(parts[1], 'base64url').toString())
beforeEach(() => {
  app.context.now = start
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hmac = (content: string, key: string | Buffer, hash = 'sha256') =>
  createHmac(hash, key).update(content).digest('base64url')

/** A token with any content, signed with any key; by default the real one. */
function signed(head: object, payload: unknown, key: string | Buffer = secret, hash = 'sha256'): string {
  const content = `${encode(head)}.${encode(payload)}`
  return `${content}.${hmac(content, key, hash)}`
}

const answerTo = (authorization: string) =>
  app.sendRaw({ url: '/api/clients/summary', headers: { authorization } })
const statusOf = async (token: string) => (await answerTo(`Bearer ${token}`)).status
const claimOf = (token: string, name: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())[name]

async function expectRefused(tokens: Record<string, string>): Promise<void> {
  for (const [name, token] of Object.entries(tokens)) expect(await statusOf(token), name).toBe(401)
  expect(await statusOf(valid), 'the true one').toBe(200)
}

test('accepts a token that these tests sign with valid claims', async () => {
  expect(await statusOf(signed(header, claims))).toBe(200)
})

test('rejects every other algorithm, whatever key fits it [T407]', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rs256 = `${encode({ ...header, alg: 'RS256' })}.${parts[1]}`
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  await expectRefused({
    none: `${encode({ ...header, alg: 'none' })}.${parts[1]}.`,
    'none with the signature left': `${encode({ ...header, alg: 'none' })}.${parts[1]}.${parts[2]}`,
    HS384: signed({ ...header, alg: 'HS384' }, claims, secret, 'sha384'),
    'HS384 called HS256': signed(header, claims, secret, 'sha384'),
    RS256: `${rs256}.${createSign('sha256').update(rs256).sign(privateKey).toString('base64url')}`,
    'a public key taken for the secret': signed(header, claims, pem),
    'RS256 signed by HMAC': signed({ ...header, alg: 'RS256' }, claims, pem),
    'no algorithm': signed({ typ: header.typ }, claims),
    'an algorithm that is a list': signed({ ...header, alg: ['HS256'] }, claims),
  })
})

test('rejects every other key, including one that the token itself names', async () => {
  const jwk = { kty: 'oct', k: Buffer.from('theirs').toString('base64url'), alg: 'HS256' }
  await expectRefused({
    'another secret': signed(header, claims, 'another-secret-another-secret-another'),
    'an empty secret': signed(header, claims, Buffer.alloc(0)),
    'the secret, base64': signed(header, claims, Buffer.from(secret, 'base64')),
    'an embedded key': signed({ ...header, jwk }, claims, 'theirs'),
    'a key by name': signed({ ...header, kid: '../../../../dev/null' }, claims, Buffer.alloc(0)),
    'a key by address': signed({ ...header, jku: 'https://evil.example/keys' }, claims, 'theirs'),
    'a header nobody understands': signed({ ...header, crit: ['urgent'], urgent: true }, claims),
  })
})

test('rejects a claim that is missing, of another type, or of another service [T408]', async () => {
  const { exp, iat, sub, sid, role, iss, aud, ...rest } = claims
  const all = { ...rest, exp, iat, sub, sid, role, iss, aud }
  const without = Object.fromEntries(
    Object.keys(all).map((name) => {
      const { [name as keyof typeof all]: _, ...left } = all
      return [`without ${name}`, signed(header, left)]
    }),
  )
  await expectRefused({
    ...without,
    'exp as text': signed(header, { ...all, exp: String(exp) }),
    'name as a list': signed(header, { ...all, name: ['Super Admin'] }),
    'exp null': signed(header, { ...all, exp: null }),
    'exp a moment ago': signed(header, { ...all, exp: start.getTime() / 1000 }),
    'not before tomorrow': signed(header, { ...all, nbf: Number(exp) + 86_400 }),
    'another issuer': signed(header, { ...all, iss: 'elsewhere' }),
    'another audience': signed(header, { ...all, aud: 'elsewhere' }),
    'another type': signed({ ...header, typ: 'JWT' }, all),
    'no type': signed({ alg: 'HS256' }, all),
    'a payload that is a list': signed(header, [all]),
    'no payload': `${parts[0]}..${hmac(`${parts[0]}.`, secret)}`,
  })
})

test('rejects claims that do not match the session’s employee and current role [T409]', async () => {
  const chief = await app.signIn('super-admin@example.org')
  const nobody = '00000000-0000-4000-8000-000000000000'
  await expectRefused({
    'a wider role': signed(header, { ...claims, role: 'super-admin' }),
    'roles in a list': signed(header, { ...claims, role: ['manager', 'super-admin'] }),
    'a wider role under the old signature': `${parts[0]}.${encode({ ...claims, role: 'super-admin' })}.${parts[2]}`,
    'another person': signed(header, { ...claims, sub: claimOf(chief, 'sub') }),
    'another person’s session': signed(header, { ...claims, sid: claimOf(chief, 'sid') }),
    'another person’s session, with their role': signed(header, {
      ...claims,
      sid: claimOf(chief, 'sid'),
      role: 'super-admin',
    }),
    nobody: signed(header, { ...claims, sub: nobody }),
    'no session': signed(header, { ...claims, sid: nobody }),
    'a session id that is SQL': signed(header, { ...claims, sid: "' OR 1=1 --" }),
  })
})

test('a later expiry in the token does not prolong the session', async () => {
  const endless = signed(header, { ...claims, exp: Number(claims.exp) + 10 ** 9 })
  app.context.now = new Date(start.getTime() + 12 * 60 * 60 * 1000)
  await app.db.updateTable('sessions').set({ active_at: app.context.now }).execute()
  expect(await statusOf(endless)).toBe(401)
  await app.db.updateTable('sessions').set({ active_at: start }).execute()
})

test('accepts the Authorization header in one form only', async () => {
  const headers = [
    ...['', 'Bearer', 'Bearer ', valid, `Basic ${valid}`, `Bearer  ${valid}`, `Bearer\t${valid}`],
    ...[`Bearer ${valid}\u00a0`, `Bearer ${valid}, Bearer ${valid}`, `Bearer ${valid}.${valid}`],
    ...[`Bearer ${valid}.`, `Bearer ${valid}=`, `Bearer ..`, `Bearer null`, `Bearer ${'x'.repeat(8000)}`],
  ]
  for (const authorization of headers)
    expect((await answerTo(authorization)).status, JSON.stringify(authorization)).toBe(401)
  expect((await answerTo(`bearer ${valid}`)).status, 'the word in small letters, as HTTP allows').toBe(200)
  const { status } = await app.sendRaw({ url: `/api/clients/summary?token=${valid}&access_token=${valid}` })
  expect(status, 'in the address').toBe(401)
})

test('rejects a damaged token, however it is damaged, without a server error', async () => {
  const [head, payload, signature] = parts
  const flipped = (part: string) => {
    const bytes = Buffer.from(part, 'base64url')
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    return bytes.toString('base64url')
  }
  const middle = valid.length >> 1
  // The last letter of the signature carries two bits that mean nothing.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const nextLetter = alphabet[alphabet.indexOf(valid.at(-1) ?? '') + 1]
  await expectRefused({
    'a bit of the head': `${flipped(head)}.${payload}.${signature}`,
    'a bit of the payload': `${head}.${flipped(payload)}.${signature}`,
    'a bit of the signature': `${head}.${payload}.${flipped(signature)}`,
    'a byte above ASCII': `${valid.slice(0, middle)}\u00e9${valid.slice(middle + 1)}`,
    'without its end': valid.slice(0, -1),
    'another last letter that means the same': `${valid.slice(0, -1)}${nextLetter}`,
    'parts in another order': `${payload}.${head}.${signature}`,
  })
  expect(app.logged.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
})
