import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig, riskySettings } from './config.ts'
import { OperatorError } from './operator-error.ts'

const root = '/srv/stable-housing'
const good = 'vJ8s2Qd0KpW4mZx7LrT1yNcB5hGf9aUe'

const read = (env: Record<string, string | undefined>) => readConfig(env, root)

function refusal(env: Record<string, string>): string {
  try {
    read(env)
  } catch (error) {
    if (error instanceof OperatorError) return error.message
    throw error
  }
  throw new Error('it was accepted')
}

test('an empty environment gives the documented defaults [T204]', () => {
  expect(read({})).toEqual({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    isPublicUrlSet: false,
    dataDir: '/srv/stable-housing/data',
    database: {
      kind: 'embedded',
      dataDir: '/srv/stable-housing/data',
      pool: { poolSize: 20 },
      binDir: undefined,
    },
    backupDir: '/srv/stable-housing/data/backups',
    backupKey: undefined,
    organizationDir: 'organization',
    retentionYears: 7,
    sessionSecret: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    superAdminEmail: 'admin@example.org',
    twoStep: 'optional',
    twoStepKey: undefined,
    oidc: undefined,
    notesPerDay: 2000,
    trustProxy: [],
    logLevel: 'info',
    metrics: undefined,
    filesMaxBytes: 5_000_000_000,
    clamd: undefined,
    drainSeconds: 0,
  })
})

const everyVariable = {
  PORT: '8080',
  HOST: '::',
  PUBLIC_URL: 'https://www.example.org/',
  DATA_DIR: '/var/data',
  DATABASE_URL: 'postgres://app:p%40ss@db1:5433/housing?sslmode=verify-full',
  DATABASE_OWNER_URL: 'postgresql://owner@db1/housing',
  DATABASE_POOL: '50',
  AUDIT_ANCHOR_DIR: '/mnt/anchor',
  AUDIT_KEYS: 'q8Zt1Wn5Vb7Xc3Rm9Ky2Lp6Hd4Gf0Js8Ta1Uo5Ie7Qw, Zk2Mx9Lc4Vb7Nq1Ws6Er3Ty8Ui5Op0As2Df7Gh4Jk_-',
  BACKUP_DIR: '/mnt/backups',
  BACKUP_KEY: good,
  ORGANIZATION_DIR: '/etc/housing',
  RETENTION_YEARS: '0',
  SESSION_SECRET: good,
  SMTP_URL: 'smtps://user:password@mail.example.org:465',
  MAIL_FROM: 'Stable Housing <office@example.org>',
  SUPER_ADMIN_EMAIL: 'head@example.org',
  TWO_STEP: 'admins',
  TWO_STEP_KEY: good,
  OIDC_ISSUER: 'https://accounts.google.com',
  OIDC_CLIENT_ID: 'portal',
  OIDC_CLIENT_SECRET: good,
  OIDC_NAME: 'Google',
  OIDC_EMAIL: 'trusted',
  OIDC_TWO_STEP: 'theirs',
  PASSWORDS: 'super-admins',
  NOTES_PER_DAY: '50000',
  TRUST_PROXY: '10.0.0.1, 192.168.0.0/16,2001:db8::/32',
  LOG_LEVEL: 'debug',
  METRICS_PORT: '9464',
  METRICS_HOST: '10.0.0.7',
  FILES_MAX_MB: '20000',
  CLAMD: '/run/clamav/clamd.ctl',
  DRAIN_SECONDS: '20',
}

test('reads every variable [T361]', () => {
  expect(read(everyVariable)).toMatchObject({
    port: 8080,
    host: '::',
    publicUrl: 'https://www.example.org',
    isPublicUrlSet: true,
    dataDir: '/var/data',
    database: {
      kind: 'external',
      ownerUrl: 'postgresql://owner@db1/housing',
      pool: { poolSize: 50 },
    },
    auditKeys: [expect.stringMatching(/^q8Z/), expect.stringMatching(/^Zk2/)],
    backupDir: '/mnt/backups',
    organizationDir: '/etc/housing',
    retentionYears: 0,
    filesMaxBytes: 20_000_000_000,
    clamd: '/run/clamav/clamd.ctl',
    sessionSecret: good,
    mailFrom: 'Stable Housing <office@example.org>',
    twoStep: 'admins',
    twoStepKey: good,
    oidc: {
      issuer: 'https://accounts.google.com',
      clientId: 'portal',
      clientSecret: good,
      name: 'Google',
      trustsEmail: true,
      answersForTwoStep: true,
      passwordPolicy: 'super-admins',
    },
    notesPerDay: 50_000,
    trustProxy: ['10.0.0.1', '192.168.0.0/16', '2001:db8::/32'],
    logLevel: 'debug',
    metrics: { port: 9464, host: '10.0.0.7' },
    drainSeconds: 20,
  })
})

test('an empty variable counts as unset [T362]', () => {
  const empty = Object.keys(everyVariable).map((name, index) => [name, index % 2 ? '' : '  '])
  expect(read(Object.fromEntries(empty))).toEqual(read({}))
})

test('.env.example names every variable, and what it sets is the default [T360]', () => {
  const example = parseEnv(readFileSync('.env.example', 'utf8'))
  expect(Object.keys(example).toSorted()).toEqual([...Object.keys(everyVariable), 'PG_BIN_DIR'].toSorted())
  expect(read(example)).toEqual(read({}))
})

test('resolves PG_BIN_DIR and DATA_DIR against the root', () => {
  const { database } = read({ PG_BIN_DIR: 'pg/bin', DATA_DIR: 'data-demo' })
  expect(database).toMatchObject({ kind: 'embedded', dataDir: `${root}/data-demo`, binDir: `${root}/pg/bin` })
})

describe('an invalid variable [T363]', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['HOST', 'http://localhost'],
    ['HOST', 'localhost:3000'],
    ['PUBLIC_URL', 'www.example.org'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'https://example.org/housing'],
    ['DATABASE_URL', 'mysql://app@db/housing'],
    ['DATABASE_URL', 'postgres://app:hush@db:port/housing'],
    ['DATABASE_OWNER_URL', 'db.example.org'],
    ['DATABASE_POOL', '9'],
    ['DATABASE_POOL', 'many'],
    ['METRICS_PORT', '0'],
    ['METRICS_HOST', 'localhost:9464'],
    ['DRAIN_SECONDS', '61'],
    ['AUDIT_ANCHOR_DIR', './data/anchor'],
    ['AUDIT_KEYS', 'short'],
    ['AUDIT_KEYS', 'a'.repeat(43)],
    ['AUDIT_KEYS', ','],
    ['BACKUP_KEY', 'short'],
    ['RETENTION_YEARS', 'seven'],
    ['RETENTION_YEARS', '1.5'],
    ['SMTP_URL', 'mail.example.org:587'],
    ['MAIL_FROM', 'office'],
    ['MAIL_FROM', 'Office <office@example.org>\r\nBcc: all@example.org'],
    ['SUPER_ADMIN_EMAIL', 'admin'],
    ['NOTES_PER_DAY', '0'],
    ['FILES_MAX_MB', '-1'],
    ['CLAMD', 'localhost'],
    ['CLAMD', 'run/clamav.ctl'],
    ['TWO_STEP', 'yes'],
    ['TWO_STEP_KEY', 'short'],
    ['OIDC_ISSUER', 'accounts.google.com'],
    ['OIDC_ISSUER', 'http://login.example.org'],
    ['OIDC_ISSUER', 'https://login.example.org/?realm=staff'],
    ['OIDC_ISSUER', 'https://user@login.example.org'],
    ['OIDC_ISSUER', 'https://login.example.org/.well-known/openid-configuration'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/common/v2.0'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/Organizations/v2.0'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/consumers'],
    ['OIDC_ISSUER', 'https://sts.windows.net/common'],
    ['OIDC_NAME', 'x'.repeat(41)],
    ['OIDC_EMAIL', 'any'],
    ['OIDC_TWO_STEP', 'yes'],
    ['PASSWORDS', 'nobody'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1, ::/0'],
    ['TRUST_PROXY', '10.0.0.0/00'],
    ['TRUST_PROXY', '0.0.0.0/7'],
    ['TRUST_PROXY', '::ffff:0:0/96'],
    ['TRUST_PROXY', '::ffff:128.0.0.0/97'],
    ['TRUST_PROXY', '::/64'],
    ['TRUST_PROXY', 'fe80::1%a:b/64'],
    ['TRUST_PROXY', '2000::/3'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    expect(refusal({ [name]: value })).toMatch(new RegExp(`^${name} (must be|is too weak).*\\.?$`))
  })

  test('is explained for a TRUST_PROXY range that is too wide', () => {
    expect(refusal({ TRUST_PROXY: '0.0.0.0/0' })).toContain(
      'no range may be wider than 10.0.0.0/8 or fc00::/7',
    )
  })

  test('is named without its value, which may be a secret', () => {
    expect(refusal({ DATABASE_URL: 'postgres://app:hush@db:port/housing' })).not.toContain('hush')
    expect(refusal({ SESSION_SECRET: 'hush-hush' })).not.toContain('hush')
  })

  test.each(['pass/word', '12/word', '12?word', '12#word'])(
    'says how to write the password %s in an address',
    (password) => {
      const hint = 'In the password write %25 for %, %2F for /, %3F for ?, %23 for # and %40 for @.'
      const DATABASE_URL = `postgres://app:${password}@db.example.org/housing`
      expect(refusal({ DATABASE_URL })).toContain(hint)
      for (const secret of [password, '50%word']) {
        const SMTP_URL = `smtp://office:${secret}@mail.example.org:587`
        expect(refusal({ SMTP_URL })).toContain(hint)
      }
    },
  )

  test.each([
    ['sslrootcert', '/nowhere/root.crt', 'does not exist: /nowhere/root.crt'],
    ['sslrootcert', 'root.crt', `does not exist: ${process.cwd()}/root.crt`],
    ['sslcert', '/', "can't be read (EISDIR): /"],
  ])('names a file of DATABASE_URL that is missing: %s=%s', (parameter, file, reason) => {
    const DATABASE_URL = `postgres://app:hush@db/housing?${parameter}=${file}`
    expect(refusal({ DATABASE_URL })).toBe(`DATABASE_URL names a file with ${parameter} that ${reason}`)
  })

  test.each([
    'postgres://app:hush@db1,db2/housing',
    'postgres://app:hush@db1:5432,db2:5433/housing?target_session_attrs=read-write',
    'postgres://app:hush@/housing?host=db1,db2',
  ])('says what takes the place of several hosts: %s [T758]', (DATABASE_URL) => {
    expect(refusal({ DATABASE_URL })).toBe(
      'DATABASE_URL names several hosts, but takes one. To fail over between servers, put Patroni and HAProxy in front of them (docs/deployment.md) or use a managed database, and name that one address.',
    )
  })

  test('is reported together with all others', () => {
    expect(refusal({ PORT: 'x', LOG_LEVEL: 'loud' }).split('\n')).toHaveLength(2)
  })

  test('is reported when DATABASE_OWNER_URL is set without DATABASE_URL', () => {
    expect(refusal({ DATABASE_OWNER_URL: 'postgres://owner@db/housing' })).toBe(
      'DATABASE_OWNER_URL is set but DATABASE_URL is not. Set both, or neither.',
    )
  })
})

test.each(['10.0.0.0/8', '::ffff:10.0.0.0/104', 'fc00::/7', 'fe80::1%eth0', '::1', '2001:db8::1/128'])(
  'accepts a TRUST_PROXY range as wide as a private network: %s [T378]',
  (TRUST_PROXY) => {
    expect(read({ TRUST_PROXY }).trustProxy).toEqual([TRUST_PROXY])
  },
)

test('with DATABASE_URL, required two-step sign-in needs TWO_STEP_KEY [T289]', () => {
  const external = { DATABASE_URL: 'postgres://app@localhost/housing', SESSION_SECRET: good }
  for (const TWO_STEP of ['admins', 'everyone'])
    expect(refusal({ ...external, TWO_STEP })).toMatch(/^TWO_STEP_KEY must be set/)
  expect(read({ ...external, TWO_STEP: 'admins', TWO_STEP_KEY: good }).twoStepKey).toBe(good)
  expect(read(external)).toMatchObject({ twoStep: 'optional', twoStepKey: undefined })
  expect(read({ TWO_STEP: 'everyone' })).toMatchObject({ twoStep: 'everyone', twoStepKey: undefined })
})

describe('the organization’s account', () => {
  const all = {
    OIDC_ISSUER: 'https://login.example.org/realms/staff',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'hush',
  }

  test('needs issuer, client and secret together, and has defaults for the rest [T1542]', () => {
    for (const name of Object.keys(all))
      expect(refusal({ ...all, [name]: undefined })).toMatch(
        new RegExp(`^OIDC_ISSUER, .* must be set together, .*Not set: ${name}\\.$`),
      )
    expect(read(all).oidc).toEqual({
      issuer: all.OIDC_ISSUER,
      clientId: 'portal',
      clientSecret: 'hush',
      name: 'your work account',
      trustsEmail: false,
      answersForTwoStep: false,
      passwordPolicy: 'everyone',
    })
  })

  test('leaves nobody without a way in: PASSWORDS=super-admins needs a provider', () => {
    expect(refusal({ PASSWORDS: 'super-admins' })).toMatch(
      /^PASSWORDS is super-admins but OIDC_ISSUER is not set/,
    )
    expect(read({ ...all, PASSWORDS: 'super-admins' }).oidc?.passwordPolicy).toBe('super-admins')
  })

  test.each([
    'http://localhost:8080/realms/staff',
    'http://127.0.0.1:8080',
    'https://login.microsoftonline.com/5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30/v2.0',
    'https://common.example.org/common',
  ])('may be at %s', (OIDC_ISSUER) => {
    expect(read({ ...all, OIDC_ISSUER }).oidc?.issuer).toBe(OIDC_ISSUER)
  })
})

test('refuses DATABASE_URL without SESSION_SECRET [T369]', () => {
  expect(refusal({ DATABASE_URL: 'postgres://app@localhost/housing' })).toMatch(/^SESSION_SECRET must be set/)
})

test.each([
  ['http://www.example.org', 'PUBLIC_URL (http://www.example.org) is not encrypted.'],
  ['http://192.168.1.20:3000', 'PUBLIC_URL (http://192.168.1.20:3000) is not encrypted.'],
])('warns of a public address without TLS: %s', (PUBLIC_URL, sentence) => {
  expect(riskySettings(read({ PUBLIC_URL, BACKUP_KEY: good })).join()).toContain(sentence)
})

test('warns about databases on other machines without TLS and backups without a key', () => {
  const DATABASE_URL = 'postgres://app:hush@db1/housing?sslmode=disable'
  const DATABASE_OWNER_URL = 'postgres://owner:hush@db2/housing?sslmode=disable'
  expect(riskySettings(read({ DATABASE_URL, DATABASE_OWNER_URL, SESSION_SECRET: good }))).toEqual([
    'The connection to the database at db1:5432 is not encrypted (sslmode=disable).',
    'The connection to the database at db2:5432 is not encrypted (sslmode=disable).',
    'SMTP_URL is not set: emails are not sent, but saved as files in DATA_DIR/mail.',
    'BACKUP_DIR is not set: this program makes no backups, which are up to the operator of the database.',
    'BACKUP_KEY is not set: backups are not encrypted.',
  ])
})

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'https://www.example.org'])(
  'does not warn with PUBLIC_URL=%s, a local database and a backup key',
  (PUBLIC_URL) => {
    const local = {
      DATABASE_URL: 'postgres://app@127.0.0.1/housing',
      SESSION_SECRET: good,
      BACKUP_DIR: '/mnt',
      BACKUP_KEY: good,
      SMTP_URL: 'smtp://127.0.0.1',
    }
    expect(riskySettings(read({ ...local, PUBLIC_URL }))).toEqual([])
  },
)

describe('a weak or sample session secret is refused [T376]', () => {
  test.each([
    'changeme',
    'secret',
    good.slice(0, 31),
    'a'.repeat(64),
    'abababababababababababababababababababab',
    'secretsecretsecretsecretsecretsecret',
    'change-me-change-me-change-me-change-me',
    'your-super-secret-key-change-me-in-production',
    'please-change-this-secret-to-a-random-string',
    'abcdefgh12345678abcdefgh12345678',
    '0123456789012345678901234567890123456789',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'Sunshine Dragon Minnesota Password1234',
    'correct-horse-battery-staple-letmein-princess',
  ])('%s', (SESSION_SECRET) => {
    expect(refusal({ SESSION_SECRET })).toMatch(/^SESSION_SECRET is too weak: it .*\. Use at least 32 random/)
  })

  test.each([
    good,
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'vJ8s-secret-2Qd0KpW4mZx7LrT1yNcB5h',
  ])('but a random one is accepted: %s', (SESSION_SECRET) => {
    expect(read({ SESSION_SECRET }).sessionSecret).toBe(SESSION_SECRET)
  })
})

describe('a backup key of a word list is refused [T373]', () => {
  test.each(['password1234', 'qwertyuiop12', 'Stable-Housing-Backup-2026', 'correct horse battery staple'])(
    '%s',
    (BACKUP_KEY) => {
      expect(refusal({ BACKUP_KEY })).toMatch(
        /^BACKUP_KEY is too weak: it is made of common words\. Use at least 12 random characters/,
      )
    },
  )

  test('but a random one is accepted, also with a word in it', () => {
    for (const BACKUP_KEY of ['vJ8s2Qd0KpW4', '9f86d081884c', 'secret-Qd0KpW4mZx7'])
      expect(read({ BACKUP_KEY }).backupKey).toBe(BACKUP_KEY)
  })

  test('but is accepted to restore what was encrypted with it [T374]', () => {
    const BACKUP_KEY = 'password1234'
    expect(readConfig({ BACKUP_KEY }, root, { anyBackupKey: true }).backupKey).toBe(BACKUP_KEY)
  })
})
