import { figure, type Table } from '#commands/trial/tables.ts'
import { canMeasure } from './cpu.ts'
import { type KeyPresses, keyPressesName } from './key-presses.ts'
import type { Measured, Row } from './rounds.ts'

/** All rows of one number of clients. */
export interface SizeResult {
  clients: number
  notes: number
  rows: Row[]
  keyPresses?: KeyPresses | undefined
}

/** One table for each number of callers. */
export function resultTables({ clients, notes, rows }: SizeResult): Table[] {
  const count = (value: number) => value.toLocaleString('en-US')
  return [...new Set(rows.map(({ connections }) => connections))].map((connections) => ({
    title: `${callers(connections)}, ${count(clients)} clients, ${count(notes)} notes`,
    head: [
      'call',
      'req/s',
      'spread',
      'p50',
      'p95',
      'p99',
      ...(canMeasure ? ['CPU', 'CPU db', 'MB'] : []),
      'bare req/s',
      'p50',
      'p99',
      ...(canMeasure ? ['CPU', 'CPU db', 'MB'] : []),
      'product/bare',
      'errors',
    ],
    lines: rows.filter((row) => row.connections === connections).map(lineOf),
  }))
}

const callers = (connections: number) => (connections === 1 ? '1 caller' : `${connections} callers at once`)

function lineOf({ call, product, bare }: Row): string[] {
  const { median } = product
  const spent = ({ median: { serverCpu, databaseCpu, memory } }: Measured) =>
    canMeasure ? [figure(serverCpu), figure(databaseCpu), figure(memory)] : []
  return [
    call,
    figure(median.perSecond),
    spread(product),
    figure(median.p50),
    figure(median.p95),
    figure(median.p99),
    ...spent(product),
    figure(bare.median.perSecond),
    figure(bare.median.p50),
    figure(bare.median.p99),
    ...spent(bare),
    figure(median.perSecond / bare.median.perSecond),
    `${failed(product) + failed(bare)}`,
  ]
}

/** How far slowest and fastest round are apart, as a part of the median. */
function spread({ slowest, fastest, median }: Measured): string {
  return `${Math.round(((fastest - slowest) / median.perSecond) * 100)} %`
}

function failed({ refused, errors }: Measured): number {
  return Object.values(refused).reduce((sum, count) => sum + count, errors)
}

/** A sentence for each row with an answer that was no success; none may be. */
export function failuresOf({ rows }: SizeResult): string[] {
  return rows.flatMap(({ call, connections, product, bare }) =>
    Object.entries({ product, bare })
      .filter(([, measured]) => failed(measured) > 0)
      .map(([program, { refused, errors }]) => {
        const statuses = Object.entries(refused).map(([status, count]) => `${count} × ${status}`)
        const lost = errors > 0 ? [`${errors} without an answer`] : []
        return `${call}, ${callers(connections)}, ${program}: ${[...statuses, ...lost].join(', ')}`
      }),
  )
}

/** What the screens that are used all day wait for, at 20 callers. */
const watched = [
  ...['page with a search', 'full page with a search', 'page with the first letters', 'summary'],
  ...['notes of a client', 'page of notes'],
]

/** Information, not a bar that anything fails by. */
export function watchedTable(sizes: SizeResult[]): Table | undefined {
  const lines = sizes.flatMap(({ clients, rows }) =>
    rows
      .filter(({ call, connections }) => connections === 20 && watched.includes(call))
      .map(({ call, product: { median } }) => [
        `${call}, ${clients.toLocaleString('en-US')} clients`,
        figure(median.p50),
        figure(median.p95),
        figure(median.p99),
      ]),
  )
  if (lines.length === 0) return undefined
  return {
    title: 'What the daily screens wait for, 20 callers at once',
    head: ['call', 'p50', 'p95', 'p99'],
    lines,
  }
}

/** What a person waits for who types in the search of the client list, with the time that the portal waits for the next letter. */
export function keyPressTable(sizes: SizeResult[]): Table | undefined {
  const lines = sizes.flatMap(({ clients, keyPresses }) =>
    keyPresses && keyPresses.length > 0
      ? [
          [
            `${keyPressesName}, ${clients.toLocaleString('en-US')} clients`,
            ...[0.5, 0.95].map((share) =>
              figure(keyPresses[Math.floor(keyPresses.length * share)] ?? Number.NaN),
            ),
            String(keyPresses.length),
          ],
        ]
      : [],
  )
  if (lines.length === 0) return undefined
  return { title: 'In a browser on the same machine', head: ['job', 'p50', 'p95', 'times'], lines }
}

/** How much dearer a request of the product is with the last size than with the first. */
export function growthTable(sizes: SizeResult[]): Table | undefined {
  const [small, large] = [sizes[0], sizes.at(-1)]
  if (!small || !large || small === large || large.rows.length === 0) return undefined
  const cost = ({ median: { serverCpu, databaseCpu, perSecond } }: Measured) =>
    serverCpu === undefined || databaseCpu === undefined ? 1000 / perSecond : serverCpu + databaseCpu
  const lines = small.rows.flatMap((row) => {
    const same = large.rows.find(
      ({ call, connections }) => call === row.call && connections === row.connections,
    )
    if (!same || row.connections !== (row.call === 'all clients' ? 1 : 20)) return []
    const [before, after] = [row.product, same.product]
    return [
      [
        row.call,
        figure(cost(before)),
        figure(cost(after)),
        `× ${figure(cost(after) / cost(before))}`,
        figure(before.median.p95),
        figure(after.median.p95),
        `× ${figure(after.median.p95 / before.median.p95)}`,
      ],
    ]
  })
  const [from, to] = [small, large].map(({ clients }) => clients.toLocaleString('en-US'))
  const what = canMeasure ? 'CPU' : 'ms'
  return {
    title: `Growth from ${from} to ${to} clients, 20 callers at once (all clients: 1 caller)`,
    head: ['call', `${what} at ${from}`, `at ${to}`, 'growth', `p95 at ${from}`, `at ${to}`, 'growth'],
    lines,
  }
}
