import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/endpoint-table.ts'
import { type SourceFile, sourceFiles } from '#test/support/source-tree.ts'

/* Checks the rules of ARCHITECTURE.md. */

const files = sourceFiles('src')
const everything = [...files, ...['commands', 'bench', 'test', 'organization'].flatMap(sourceFiles)]

type Module = 'contract' | 'server' | 'ui' | 'portal' | 'site'

/** Which modules each module may import, besides itself. */
const allowedImports = {
  contract: [],
  server: ['contract'],
  ui: [],
  portal: ['contract', 'ui'],
  site: ['contract', 'ui'],
} as const satisfies Record<Module, readonly Module[]>

const moduleOf = (path: string) => /^src\/(\w+)\//.exec(path)?.[1] as Module
const featureOf = (path: string) => /^src\/\w+\/([\w-]+)\//.exec(path)?.[1]
const isTest = ({ path }: SourceFile) => /\.test\.tsx?$/.test(path)

test('a module imports only the modules that it may', () => {
  const forbidden = files.flatMap(({ path, imports }) =>
    imports
      .filter((name) => name.startsWith('src/') && moduleOf(name) !== moduleOf(path))
      .filter((name) => !allowedImports[moduleOf(path)].some((module: Module) => module === moduleOf(name)))
      .map((name) => `${path} → ${name}`),
  )
  expect(forbidden).toEqual([])
})

test('the modules of the product never import from tests, commands or migrations', () => {
  const outward = files
    .filter((file) => !isTest(file))
    .flatMap(({ path, imports }) =>
      imports
        .filter((name) => /^(test|commands|migrations|bench)\//.test(name))
        .map((name) => `${path} → ${name}`),
    )
  expect(outward).toEqual([])
})

test('every import can be read, but for the renderer that the build makes', () => {
  const unread = files.filter(({ imports }) => imports.some((name) => name.startsWith('<')))
  expect(unread.map(({ path }) => path)).toEqual(['src/server/pages/prepare-pages.ts'])
})

test('the contract is pure: zod is its only package, it reads no clock, no chance and no environment', () => {
  const contract = files.filter((file) => moduleOf(file.path) === 'contract' && !isTest(file))
  const packages = contract.flatMap(({ imports }) => imports.filter((name) => !name.startsWith('src/')))
  expect(packages.filter((name) => name !== 'zod' && name !== 'zod/mini')).toEqual([])
  const impure =
    /new Date\(\)|(?<!new )\bDate\(\)|Date\.now|performance\.|Math\.random|\bcrypto\.|\bprocess\.|localStorage|sessionStorage|document\.|window\.|console\./
  expect(contract.filter(({ text }) => impure.test(withoutComments(text))).map(({ path }) => path)).toEqual(
    [],
  )
})

test('features of a module never import in a circle', () => {
  for (const module of Object.keys(allowedImports))
    expect(circleAmong(featureGraph(module)), module).toBeUndefined()
})

test('of the portal’s features session imports none, calls only screen and session, and none imports the shell', () => {
  const graph = featureGraph('portal')
  const importedBy = (feature: string) => [...(graph.get(feature) ?? [])].sort()
  expect(importedBy('session')).toEqual([])
  expect(importedBy('calls')).toEqual(['screen', 'session'])
  expect([...graph.keys()].filter((feature) => importedBy(feature).includes('shell'))).toEqual([])
})

test('files never import in a circle, not even for a type', () => {
  const graph = new Map(files.map(({ path, imports }) => [path, new Set(imports)]))
  expect(circleAmong(graph)).toBeUndefined()
})

test('no file or folder is a place for leftovers', () => {
  const dump = /(^|[/.-])(utils?|helpers?|common|lib|misc|shared|stuff|index)(\.\w+)*(\/|$)/
  expect(everything.filter(({ path }) => dump.test(path)).map(({ path }) => path)).toEqual([])
})

test('a store or the database folder is the only place for the database driver, and for queries', () => {
  const elsewhere = files
    .filter((file) => !isTest(file) && !/(^|[/-])store\.ts$|^src\/server\/database\//.test(file.path))
    .filter(
      ({ imports, text }) =>
        imports.some((name) => /^(kysely|pg)(\/|-|$)/.test(name)) ||
        /\.(selectFrom|insertInto|updateTable|deleteFrom|query)\(/.test(withoutComments(text)),
    )
  expect(elsewhere.map(({ path }) => path)).toEqual([])
})

test('no store builds an audit row: routes and commands do', () => {
  const stores = files.filter(({ path }) => /^src\/server\/(?!audit\/).*store\.ts$/.test(path))
  const writing = stores.filter(({ text }) => /\btrail\.|\bAuditTrail\b/.test(text))
  expect(writing.map(({ path }) => path)).toEqual([])
})

test('the network is spoken to in named files only', () => {
  const speaking = files.filter(
    (file) =>
      !isTest(file) &&
      (/\bfetch\b|XMLHttpRequest|sendBeacon|WebSocket|EventSource|getBuiltinModule/.test(
        withoutComments(file.text),
      ) ||
        file.imports.some((name) => /^(node:)?(http2?|https|tls|dgram)$|^undici|^nodemailer/.test(name))),
  )
  expect(speaking.map(({ path }) => path)).toEqual([
    'src/portal/calls/call.ts',
    // Sends files, and says how far they are.
    'src/portal/calls/send-with-progress.ts',
    // Loads the typeface of the PDF, a file of this server.
    'src/portal/contact-messages/pdf-text.ts',
    // Answers Prometheus on a port of its own.
    'src/server/health/metrics.ts',
    // Words for status codes, not a connection.
    'src/server/http/failure.ts',
    // Reads the header Sec-Fetch-Site.
    'src/server/http/input.ts',
    // Hands mail to the mail server.
    'src/server/outgoing-mail/transports.ts',
    // Sends the contact form without leaving the page.
    'src/site/contact/send-message.ts',
    // Asks what a file is and how large.
    'src/site/forms/browser.ts',
  ])
})

test('a role is compared only where access is decided', () => {
  const comparison = /role\s*[!=]==?\s*['"`]|['"`]\s*[!=]==?\s*[\w.]*role\b|\.includes\(\s*[\w.]*role\s*\)/i
  const comparing = files
    .filter((file) => !isTest(file) && !/^src\/(contract\/access|ui)\//.test(file.path))
    .filter(({ text }) => comparison.test(withoutComments(text)))
  expect(comparing.map(({ path }) => path)).toEqual([])
})

test('a feature has the same name in every module', () => {
  const inContract = new Set(
    files.filter(({ path }) => moduleOf(path) === 'contract').map(({ path }) => featureOf(path)),
  )
  const ofOneModule = {
    server: ['accounts', 'backup', 'database', 'http', 'pages', 'seed', 'throttling'],
    portal: [
      'action',
      'calls',
      'dashboard',
      'days',
      'downloads',
      'form',
      'lists',
      'palette',
      'profile',
      'screen',
      'session-watch',
      'shell',
      'sign-in',
      'two-step',
      'workers',
    ],
    site: ['about', 'contact', 'home', 'languages', 'legal', 'pictures', 'shell'],
  }
  for (const [module, expected] of Object.entries(ofOneModule)) {
    const features = new Set(
      files.filter(({ path }) => moduleOf(path) === module).map(({ path }) => featureOf(path)),
    )
    const notInContract = [...features].filter((name) => name && !inContract.has(name))
    expect(notInContract.sort(), module).toEqual(expected)
  }
})

test('the portal takes types from the table of endpoints and no code, which would load every schema', () => {
  const taken = files.filter(
    ({ path, text }) =>
      moduleOf(path) === 'portal' && /import (?!type\b)[^'"]*'[^']*\/endpoint(s|-table)\.ts'/.test(text),
  )
  expect(taken.map(({ path }) => path)).toEqual([])
})

test('every endpoint stands once in the contract', () => {
  const calls = allEndpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(calls.filter((call, place) => calls.indexOf(call) !== place)).toEqual([])
})

/** The code alone: a comment may speak of what the code must not do. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
}

/** Feature → features of the same module that it imports. */
function featureGraph(module: string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const file of files) {
    const from = featureOf(file.path)
    if (moduleOf(file.path) !== module || !from || isTest(file)) continue
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets)
    for (const name of file.imports) {
      const to = featureOf(name)
      if (name.startsWith(`src/${module}/`) && to && to !== from) targets.add(to)
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
