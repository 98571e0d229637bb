import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/endpoint-table.ts'
import { type SourceFile, sourceFiles } from '#test/support/source-tree.ts'

/* The laws of ARCHITECTURE.md, executed. */

const files = sourceFiles('src')

type Room = 'contract' | 'server' | 'ui' | 'portal' | 'site'

/** Which rooms each room may import, besides itself. */
const arrows = {
  contract: [],
  server: ['contract'],
  ui: [],
  portal: ['contract', 'ui'],
  site: ['contract', 'ui'],
} as const satisfies Record<Room, readonly Room[]>

const roomOf = (path: string) => /^src\/(\w+)\//.exec(path)?.[1] as Room
const featureOf = (path: string) => /^src\/\w+\/([\w-]+)\//.exec(path)?.[1]
const isTest = ({ path }: SourceFile) => /\.test\.tsx?$/.test(path)

test('a room imports only the rooms that its arrows allow', () => {
  const forbidden = files.flatMap(({ path, imports }) =>
    imports
      .filter((name) => name.startsWith('src/') && roomOf(name) !== roomOf(path))
      .filter((name) => !arrows[roomOf(path)].some((room: Room) => room === roomOf(name)))
      .map((name) => `${path} → ${name}`),
  )
  expect(forbidden).toEqual([])
})

test('the rooms of the product never import from tests, commands or migrations', () => {
  const outward = files
    .filter((file) => !isTest(file))
    .flatMap(({ path, imports }) =>
      imports.filter((name) => /^(test|migrations|bench)\//.test(name)).map((name) => `${path} → ${name}`),
    )
  expect(outward).toEqual([])
})

test('the contract is pure: zod is its only package, and it reads no clock', () => {
  const contract = files.filter((file) => roomOf(file.path) === 'contract' && !isTest(file))
  const packages = contract.flatMap(({ imports }) => imports.filter((name) => !name.startsWith('src/')))
  expect(packages.filter((name) => name !== 'zod' && name !== 'zod/mini')).toEqual([])
  const clocks = contract.filter(({ text }) => /new Date\(\)|Date\.now|performance\.now/.test(text))
  expect(clocks.map(({ path }) => path)).toEqual([])
})

test('features inside a room never import in a circle', () => {
  for (const room of Object.keys(arrows)) expect(circleAmong(featureGraph(room)), room).toBeUndefined()
})

test('files never import in a circle, not even for a type', () => {
  const graph = new Map(files.map(({ path, imports }) => [path, new Set(imports)]))
  expect(circleAmong(graph)).toBeUndefined()
})

test('no file or folder is a room for leftovers', () => {
  const dumps = files.filter(({ path }) =>
    /(^|\/)(utils?|helpers?|common|lib|misc|shared|index)(\.tsx?$|\/)/.test(path),
  )
  expect(dumps.map(({ path }) => path)).toEqual([])
})

test('a store or the database room is the only place for the database driver', () => {
  const elsewhere = files
    .filter((file) => !isTest(file) && !/(^|[/-])store\.ts$|^src\/server\/database\//.test(file.path))
    .filter(({ imports }) => imports.some((name) => name === 'kysely' || name === 'pg'))
  expect(elsewhere.map(({ path }) => path)).toEqual([])
})

test('fetch is called only in the portal’s call', () => {
  const callers = files.filter((file) => !isTest(file) && /(?<![.\w])fetch\(/.test(file.text))
  expect(callers.map(({ path }) => path)).toEqual(['src/portal/session/call.ts'])
})

test('a role is compared only where access is decided', () => {
  const comparing = files
    .filter((file) => !isTest(file) && !/^src\/(contract\/access|ui)\//.test(file.path))
    .filter(({ text }) => /role\s*[!=]==?\s*['"]/.test(text))
  expect(comparing.map(({ path }) => path)).toEqual([])
})

test('every endpoint stands once in the contract', () => {
  const calls = allEndpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(calls.filter((call, place) => calls.indexOf(call) !== place)).toEqual([])
})

/** Feature → features of the same room that it imports. */
function featureGraph(room: string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const file of files) {
    const from = featureOf(file.path)
    if (roomOf(file.path) !== room || !from || isTest(file)) continue
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets)
    for (const name of file.imports) {
      const to = featureOf(name)
      if (name.startsWith(`src/${room}/`) && to && to !== from) targets.add(to)
    }
  }
  return graph
}

function circleAmong(graph: Map<string, Set<string>>): string[] | undefined {
  const finished = new Set<string>()
  function visit(place: string, trail: string[]): string[] | undefined {
    if (trail.includes(place)) return [...trail.slice(trail.indexOf(place)), place]
    if (finished.has(place)) return undefined
    for (const next of graph.get(place) ?? []) {
      const circle = visit(next, [...trail, place])
      if (circle) return circle
    }
    finished.add(place)
    return undefined
  }
  for (const place of graph.keys()) {
    const circle = visit(place, [])
    if (circle) return circle
  }
  return undefined
}
