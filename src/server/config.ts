import { isIP } from 'node:net'
import path from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { passwordPolicies } from '#contract/access/passwords.ts'
import { type TwoStepPolicy, twoStepPolicies } from '#contract/access/permissions.ts'
import { encodedPassword, isThisMachine, parseDatabaseUrl } from '#server/database/database-url.ts'
import type { DatabaseSettings } from '#server/database/open-database.ts'
import { OperatorError } from '#server/operator-error.ts'
import { parseMailbox } from '#server/outgoing-mail/compose.ts'
import { countBesideWords } from '#server/session/common-passwords.ts'
import type { OidcSettings } from '#server/session/provider.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface Config {
  port: number
  host: string
  /** Without a slash at its end. */
  publicUrl: string
  /** Without PUBLIC_URL it is the address on this machine, and people may use another one. */
  isPublicUrlSet: boolean
  /** Absolute. */
  dataDir: string
  database: DatabaseSettings
  /** Absolute. A second place for the newest seal of the audit trail. */
  auditAnchorDir: string | undefined
  /** The keys of the audit trail, the current one first. Unset: those of the data folder. */
  auditKeys: string[] | undefined
  /** Absolute. Where the daily backup goes; undefined if an external database has no such folder. */
  backupDir: string | undefined
  /** Encrypts backups; unset, they are not encrypted. */
  backupKey: string | undefined
  /** The folder with the organization's data: relative to the root, or absolute. */
  organizationDir: string
  retentionYears: number
  /** Unset: `secretFromDataFolder(dataDir, 'session-secret')`. */
  sessionSecret: string | undefined
  /** Unset: mails become files in the data folder. */
  smtpUrl: string | undefined
  mailFrom: string | undefined
  superAdminEmail: string
  /** Who must use two-step sign-in. */
  twoStep: TwoStepPolicy
  /** Unset: with the private database, `secretFromDataFolder(dataDir, 'two-step-key')`. */
  twoStepKey: string | undefined
  /** Unset: nobody signs in with an account of the organization. */
  oidc: OidcSettings | undefined
  /** Notes that an account may add or edit in 24 hours, on this instance. */
  notesPerDay: number
  /** Addresses and CIDR ranges of reverse proxies. */
  trustProxy: string[]
  logLevel: (typeof logLevels)[number]
  /** Where metrics are answered, if anywhere. */
  metrics: { port: number; host: string } | undefined
  /** How many bytes the files of all clients may have. */
  filesMaxBytes: number
  /** The socket or host:port of a ClamAV daemon; unset, files are not scanned. */
  clamd: string | undefined
  /** How long calls are still served after SIGTERM. */
  drainSeconds: number
}

const email = z.email()

const twoStepKeyHint =
  'All instances need the same one, because it encrypts the secrets of two-step sign-in. Generate one with: openssl rand -base64 48'

const variables = z.object({
  PORT: wholeNumber(1, 65_535, 'a port from 1 to 65535, such as 3000').default(3000),
  HOST: checked(isHost, 'a host name or an address without a port, such as localhost or 0.0.0.0').default(
    'localhost',
  ),
  PUBLIC_URL: checked(isPublicUrl, 'an http or https address without a path, such as https://www.example.org')
    .transform((value) => new URL(value).origin)
    .optional(),
  DATA_DIR: checked((value) => !value.includes('\0'), 'a folder').default('./data'),
  DATABASE_URL: databaseUrl(),
  DATABASE_OWNER_URL: databaseUrl(),
  DATABASE_POOL: wholeNumber(10, 500, 'a whole number of connections from 10 to 500, such as 20').default(20),
  ORGANIZATION_DIR: checked((value) => !value.includes('\0'), 'a folder').default('organization'),
  PG_BIN_DIR: z.string().optional(),
  AUDIT_ANCHOR_DIR: checked((value) => !value.includes('\0'), 'a folder').optional(),
  AUDIT_KEYS: auditKeys(),
  BACKUP_DIR: checked((value) => !value.includes('\0'), 'a folder').optional(),
  BACKUP_KEY: strongSecret(12),
  RETENTION_YEARS: wholeNumber(0, 100, 'a whole number of years from 0 to 100').default(7),
  SESSION_SECRET: strongSecret(32),
  SMTP_URL: checked(
    isSmtpUrl,
    `like smtp://user:password@mail.example.org:587 or with smtps://. ${encodedPassword}`,
  ).optional(),
  MAIL_FROM: checked(isMailbox, 'an email address, such as Housing <office@example.org>').optional(),
  SUPER_ADMIN_EMAIL: checked(isEmail, 'an email address').default('admin@example.org'),
  TWO_STEP: oneOf(twoStepPolicies).default('optional'),
  TWO_STEP_KEY: strongSecret(32),
  OIDC_ISSUER: issuerAddress(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: checked(isShortName, 'a name of at most 40 characters, such as Google').default(
    'your work account',
  ),
  OIDC_EMAIL: oneOf(['verified', 'trusted']).default('verified'),
  OIDC_TWO_STEP: oneOf(['ours', 'theirs']).default('ours'),
  PASSWORDS: oneOf(passwordPolicies).default('everyone'),
  NOTES_PER_DAY: wholeNumber(1, 999_999_999, 'a whole number of notes, such as 2000').default(2000),
  FILES_MAX_MB: wholeNumber(0, 1_000_000, 'a whole number of megabytes, such as 5000').default(5000),
  CLAMD: checked(
    (value) => /^(\/|[^/\s]+:\d{1,5}$)/.test(value),
    'a socket such as /run/clamav/clamd.ctl, or host:port',
  ).optional(),
  TRUST_PROXY: z.string().default('').transform(splitList).pipe(z.array(proxyAddress())),
  METRICS_PORT: wholeNumber(1, 65_535, 'a port from 1 to 65535, such as 9464').optional(),
  METRICS_HOST: checked(
    isHost,
    'a host name or an address without a port, such as localhost or 0.0.0.0',
  ).default('127.0.0.1'),
  DRAIN_SECONDS: wholeNumber(0, 60, 'a whole number of seconds from 0 to 60').default(0),
  LOG_LEVEL: oneOf(logLevels).default('info'),
})

/** Of every environment variable that `readConfig` reads. */
export const settingNames = Object.keys(variables.shape)

/**
 * Reads and validates the environment. An OperatorError names each invalid variable. Paths are relative to `root`. With
 * `anyBackupKey` BACKUP_KEY may be weak, because a backup may have been made with such a key.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  root: string,
  { anyBackupKey = false } = {},
): Config {
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== '')
  const shape = anyBackupKey ? variables.extend({ BACKUP_KEY: z.string().optional() }) : variables
  const parsed = shape.safeParse(Object.fromEntries(set.map(([name, value]) => [name, value?.trim()])))
  if (!parsed.success) throw new OperatorError(sentences(parsed.error))
  const value = parsed.data
  if (value.DATABASE_OWNER_URL && !value.DATABASE_URL) {
    throw new OperatorError('DATABASE_OWNER_URL is set but DATABASE_URL is not. Set both, or neither.')
  }
  if (value.DATABASE_URL && !value.SESSION_SECRET) {
    throw new OperatorError(
      'SESSION_SECRET must be set if DATABASE_URL is set, because all instances sign with it. Generate one with: openssl rand -base64 48',
    )
  }
  if (value.DATABASE_URL && value.TWO_STEP !== 'optional' && !value.TWO_STEP_KEY) {
    throw new OperatorError(
      `TWO_STEP_KEY must be set if DATABASE_URL is set and TWO_STEP is ${value.TWO_STEP}. ${twoStepKeyHint}`,
    )
  }
  const dataDir = path.resolve(root, value.DATA_DIR)
  const auditAnchorDir = value.AUDIT_ANCHOR_DIR && path.resolve(root, value.AUDIT_ANCHOR_DIR)
  if (auditAnchorDir && `${auditAnchorDir}/`.startsWith(`${dataDir}/`)) {
    throw new OperatorError('AUDIT_ANCHOR_DIR must be outside DATA_DIR, preferably on another disk.')
  }
  const ownBackups = value.DATABASE_URL ? undefined : path.join(dataDir, 'backups')
  const backupDir = value.BACKUP_DIR ? path.resolve(root, value.BACKUP_DIR) : ownBackups
  const pool = { poolSize: value.DATABASE_POOL }
  return {
    port: value.PORT,
    host: value.HOST,
    publicUrl: value.PUBLIC_URL ?? `http://localhost:${value.PORT}`,
    isPublicUrlSet: value.PUBLIC_URL !== undefined,
    dataDir,
    database: value.DATABASE_URL
      ? { kind: 'external', url: value.DATABASE_URL, ownerUrl: value.DATABASE_OWNER_URL, pool }
      : { kind: 'embedded', dataDir, pool, binDir: value.PG_BIN_DIR && path.resolve(root, value.PG_BIN_DIR) },
    auditAnchorDir,
    auditKeys: value.AUDIT_KEYS,
    backupDir,
    backupKey: value.BACKUP_KEY,
    organizationDir: value.ORGANIZATION_DIR,
    retentionYears: value.RETENTION_YEARS,
    sessionSecret: value.SESSION_SECRET,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    superAdminEmail: value.SUPER_ADMIN_EMAIL,
    twoStep: value.TWO_STEP,
    twoStepKey: value.TWO_STEP_KEY,
    oidc: oidcSettings(value),
    notesPerDay: value.NOTES_PER_DAY,
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
    metrics: value.METRICS_PORT ? { port: value.METRICS_PORT, host: value.METRICS_HOST } : undefined,
    filesMaxBytes: value.FILES_MAX_MB * 1_000_000,
    clamd: value.CLAMD,
    drainSeconds: value.DRAIN_SECONDS,
  }
}

/** All or none of the three settings that name the provider. */
function oidcSettings(value: z.output<typeof variables>): OidcSettings | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = value
  const needed = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }
  const missing = Object.entries(needed).flatMap(([name, given]) => (given ? [] : [name]))
  if (OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET) {
    return {
      issuer: OIDC_ISSUER,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      name: value.OIDC_NAME,
      trustsEmail: value.OIDC_EMAIL === 'trusted',
      answersForTwoStep: value.OIDC_TWO_STEP === 'theirs',
      passwordPolicy: value.PASSWORDS,
    }
  }
  if (missing.length < 3) {
    throw new OperatorError(
      `OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together, or none of them. Not set: ${missing.join(', ')}.`,
    )
  }
  if (value.PASSWORDS !== 'everyone') {
    throw new OperatorError(
      `PASSWORDS is ${value.PASSWORDS} but OIDC_ISSUER is not set, so nobody else could sign in. Set OIDC_ISSUER, or PASSWORDS=everyone.`,
    )
  }
  return undefined
}

/** What the operator should know about settings that are valid and risky, a sentence each. */
export function riskySettings({ publicUrl, database, backupKey, backupDir, smtpUrl }: Config): string[] {
  const sentences: string[] = []
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'http:' && !isThisMachine(hostname)) {
    sentences.push(
      `PUBLIC_URL (${publicUrl}) is not encrypted. Passwords and client records must not travel this way: serve the product over https.`,
    )
  }
  const urls = database.kind === 'external' ? [database.url, database.ownerUrl ?? database.url] : []
  const servers = urls.map(parseDatabaseUrl).filter(({ unencrypted }) => unencrypted)
  for (const name of new Set(servers.map(({ name }) => name)))
    sentences.push(`The connection to the database at ${name} is not encrypted (sslmode=disable).`)
  if (!smtpUrl)
    sentences.push('SMTP_URL is not set: emails are not sent, but saved as files in DATA_DIR/mail.')
  if (!backupDir) {
    sentences.push(
      'BACKUP_DIR is not set: this program makes no backups, which are up to the operator of the database.',
    )
  }
  if (!backupKey) sentences.push('BACKUP_KEY is not set: backups are not encrypted.')
  return sentences
}

/** One sentence for each invalid variable. Values are not repeated, because they may be secrets. */
function sentences(error: z.ZodError): string {
  const lines = error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`)
  return [...new Set(lines)].join('\n')
}

function checked(isGood: (value: string) => boolean, what: string) {
  return z.string().refine(isGood, { error: `must be ${what}.` })
}

function wholeNumber(least: number, most: number, what: string) {
  const isGood = (value: string) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
  return checked(isGood, what).transform(Number)
}

function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return z.enum(choices, { error: `must be one of ${choices.join(', ')}.` })
}

/** Signing in over a network without https would let others in, and so would an issuer of everybody's accounts. */
function issuerAddress() {
  return checked(
    isIssuer,
    'the https address of your provider, as it names itself, such as https://accounts.google.com',
  )
    .refine((value) => !isSharedByAll(value), {
      error:
        'must be that of your own organization at Microsoft, such as https://login.microsoftonline.com/TENANT-ID/v2.0. With common, organizations or consumers, anyone with a Microsoft account could sign in.',
    })
    .optional()
}

function isIssuer(value: string): boolean {
  const url = URL.parse(value)
  if (url?.search !== '' || url.hash !== '' || url.username !== '') return false
  if (url.pathname.includes('/.well-known/')) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname))
}

function isSharedByAll(value: string): boolean {
  const { hostname = '', pathname = '' } = URL.parse(value) ?? {}
  const isMicrosoft = /(^|\.)(microsoftonline|microsoft|windows)\.(com|net|us|cn)$/.test(hostname)
  return isMicrosoft && /^\/+(common|organizations|consumers)(\/|$)/i.test(pathname)
}

function isShortName(value: string): boolean {
  return value.length <= 40 && !/\p{Cc}/u.test(value)
}

function databaseUrl() {
  return z
    .string()
    .superRefine((value, context) => {
      try {
        parseDatabaseUrl(value)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
      }
    })
    .optional()
}

function strongSecret(leastLength: number) {
  return z
    .string()
    .superRefine((value, context) => {
      const weakness = weaknessOf(value, leastLength)
      if (!weakness) return
      const message = `is too weak: it ${weakness}. Use at least ${leastLength} random characters, for example from: openssl rand -base64 48`
      context.addIssue({ code: 'custom', message })
    })
    .optional()
}

/** Like the lines of the file `audit-keys`: 32 bytes each, in base64url. */
function auditKeys() {
  const isKey = (key: string) => /^[\w-]{43}$/.test(key) && weaknessOf(key, 43) === null
  return z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine((keys) => keys.length > 0 && keys.every(isKey), {
      error:
        "must be keys of 43 random characters, separated by commas, the current one first: the lines of the data folder's file audit-keys, or a new key from: openssl rand 32 | base64 | tr '+/' '-_' | tr -d '='",
    })
    .optional()
}

function proxyAddress() {
  return checked(
    isAddressRange,
    'a list of addresses and ranges, such as 10.0.0.1, 192.168.0.0/16; no range may be wider than 10.0.0.0/8 or fc00::/7',
  )
}

function splitList(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function isAddressRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || !ipaddr.isValid(address) || rest.length > 0) return false
  if (prefix === undefined) return true
  const length = /^[1-9]\d{0,2}$/.test(prefix) ? Number(prefix) : 0
  return length >= shortestPrefix(address, length) && length <= (family === 4 ? 32 : 128)
}

/**
 * Prefix length of the largest private network. A wider range would let strangers choose the address that counts. An IPv6
 * range can contain IPv4 addresses.
 */
function shortestPrefix(address: string, length: number): number {
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return 8
  return parsed.match(ipaddr.IPv6.parse('::ffff:0:0'), Math.min(length, 96)) ? 96 + 8 : 7
}

function isHost(value: string): boolean {
  return isIP(value) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value)
}

function isPublicUrl(value: string): boolean {
  const url = URL.parse(value)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
}

function isSmtpUrl(value: string): boolean {
  const url = URL.parse(value)
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return false
  try {
    decodeURIComponent(url.username + url.password)
  } catch {
    return false
  }
  // As in DATABASE_URL, an @ after the host belongs to a password.
  return !(url.pathname + url.search + url.hash).includes('@')
}

function isEmail(value: string): boolean {
  return email.safeParse(value).success
}

/** An address alone or `Name <address>`, with nothing that could end a mail header. */
function isMailbox(value: string): boolean {
  if (/\p{Cc}/u.test(value)) return false
  return isEmail(parseMailbox(value).address)
}

/** Says why a secret is weak: too short, repetitive, or made of common words as in documentation. Null if it is strong. */
function weaknessOf(secret: string, leastLength: number): string | null {
  if (secret.length < leastLength) return `has ${secret.length} characters`
  if (new Set(secret).size < 8) return 'repeats a few characters'
  if (repeatsItself(secret)) return 'repeats itself'
  // A random one may contain a word by chance.
  if (countBesideWords(secret) < (leastLength * 3) / 4) return 'is made of common words'
  return null
}

/** A repetition such as 'abcdabcd' occurs in its own doubling before the second copy. */
function repeatsItself(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length
}
