import type { Random } from '#test/support/random.ts'
import type { Call } from './api-document.ts'
import { injectedTexts, marker } from './injected-texts.ts'

/** Ids that name no record. */
const noIds = [
  '00000000-0000-4000-8000-000000000000',
  '00000000-0000-4000-8000-00000000000g',
  "1' OR '1'='1",
  '%00',
  '%C3%28',
  '%ED%A0%80',
  '..%2f..%2fclients',
  '%2e%2e',
  `${marker}%0d%0aX-Evil: 1`,
  'null',
  '-1',
  '9'.repeat(400),
  '*',
  '%25',
] as const

export const fuzzedId = (random: Random): string => random.pick([...noIds, ...noIds, ...injectedTexts])

/** As it goes over the line: HTTP lets no blank, control character or letter beyond Latin-1 stand in an address. */
export const onTheLine = (text: string): string =>
  text.replace(/[^!-~]/gu, (sign) => encodeURIComponent(sign.isWellFormed() ? sign : '\ufffd'))

/** Whether the address leads to the call that it was made for: a part that is no UTF-8, or too long, leads nowhere. */
export function leadsThere(path: string): boolean {
  try {
    return path.split('/').every((part) => decodeURIComponent(part).length <= 500)
  } catch {
    return false
  }
}

/** Spoils the way an address is written. It may lead elsewhere then. */
export function spoilPath(path: string, random: Random): string {
  return random.pick([
    () => `${path}/`,
    () => `/${path}`,
    () => path.replace('/api/', '/api//'),
    () => path.replace('/api', '/API'),
    () => path.replace('/api', '/%61pi'),
    () => path.replace('/api/', '/api/./'),
    () => path.replace('/api/', '/api/x/../'),
    () => path.replace('/api/', '/api%2f'),
    () => path.replace(/\/(?=[^/]*$)/, '%2F'),
    () => path.replace(/\/(?=[^/]*$)/, '\\'),
    () => `${path}%00`,
    () => `${path}%`,
    () => `${path}%FF`,
    () => `${path}%E0%A4%A`,
    () => `${path};${marker}=1`,
    () => `${path}#${marker}`,
    () => `${path}.json`,
    () => `${path}/${'x'.repeat(random.pick([499, 501, 6_000]))}`,
    () => `${path}/${marker}/../../../../etc/passwd`,
    () => `http://${marker}.example${path}`,
    () => `/api/${onTheLine(random.pick(injectedTexts))}`,
  ])()
}

/** Spoils what narrows a list, with the names that the call knows and some that it does not. */
export function spoilQuery(query: Record<string, string>, { parameters }: Call, random: Random): string {
  const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const name = random.pick([...known, ...known, marker, '__proto__', 'constructor', 'limit[]', ''])
  const right = new URLSearchParams({ ...query, [name]: random.pick(queryValues) }).toString()
  const hostile = onTheLine(random.pick(injectedTexts)).replaceAll(/[&#]/g, '')
  return random.pick([
    () => right,
    () => right,
    () => `${right}&${name}=${hostile}`,
    () => `${name}=${hostile}`,
    () => `${name}=%`,
    () => `${name}=%FF&${marker}`,
    () => `${name}=%ED%A0%80`,
    () => `${name}=%00${marker}`,
    () => `x${smiles}=1&x${smiles}=1`,
    () => `&&=&${right}&=`,
    () => `${right}&${right}`,
    () => `?${right}?${marker}`,
    () => `${name}=${'x'.repeat(6_000)}`,
    () => `${marker}=1&`.repeat(400),
  ])()
}

const smiles = encodeURIComponent('🙂'.repeat(25))

const queryValues = [
  ...['', ' ', '0', '1', '200', '201', '-1', '1e9', '0x10', '1.5', '٣', 'null', 'true', '[object Object]'],
  ...['all', 'last7', 'active', 'Unknown', 'missing-this-week', 'ALL'],
  ...['2026-02-30', '9999-12-31', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-06-15T15:00Z'],
  ...['2026-06-15T15:00:00.123456789123456789Z', '2026-06-15T15:00:00+14:00', '2026-06-15'],
  ...[
    '%',
    '_',
    '\\',
    "'",
    'a%',
    'AAAAAAAAAAAAAAAAAAAAAA',
    '_____________________w',
    'f_________8AAAAAAAAAAAAAAAAAAAAA',
  ],
  ...['x'.repeat(200), 'x'.repeat(201), '🙂'.repeat(100), 'ﷺ'.repeat(200), '\u0301'.repeat(200)],
]
