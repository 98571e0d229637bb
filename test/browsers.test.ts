import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CompatData, Identifier } from '@mdn/browser-compat-data'
import { parse as parseStyles } from 'postcss'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { buildWhenChanged } from '#commands/build.ts'
import { dist } from '#commands/install.mjs'
import config from '../vite.config.ts'
import { root } from './support/source-tree.ts'

/*
 * The built scripts and styles use nothing that the oldest browsers lack (docs/decisions/0044), by MDN's data about which
 * browser has what since when. `tsconfig.browser.json` has the types of JavaScript's own methods.
 */

await buildWhenChanged(() => {})

/** Read, not imported: Vitest would make a module of its 20 MB. */
const compat: CompatData = JSON.parse(
  readFileSync(join(root, 'node_modules/@mdn/browser-compat-data/data.json'), 'utf8'),
)

type Part = 'portal' | 'site'

/** The files that browsers load, by Vite's manifests: two of the portal, and several of the website. */
function filesOf(part: Part): string[] {
  const manifests = globSync('*.json', { cwd: dist }).filter(
    (name) => ['portal.json', 'signIn.json'].includes(name) === (part === 'portal'),
  )
  const chunks = manifests.flatMap((name) =>
    Object.values<Chunk>(JSON.parse(readFileSync(join(dist, name), 'utf8'))),
  )
  const files = chunks.flatMap(({ file, css = [] }) => [file, ...css])
  return [...new Set(files)].filter((file) => file.startsWith('assets/'))
}

interface Chunk {
  file: string
  css?: string[]
}

/** What older browsers may lack, because they lose only this. */
const enhancements: Record<string, string> = {
  'text-size-adjust': 'phones enlarge text in landscape',
  'text-wrap': 'lines break less evenly',
  cursor: 'phones have no pointer',
  'break-after': 'a heading is the last line of a printed page',
  resize: 'phones resize nothing by a corner',
  'field-sizing': 'a text area does not grow with its text',
  '::-webkit-search-cancel-button': 'only the engines that show it must hide it',
  '::-webkit-progress-bar': 'Firefox has a rule of its own',
  'accent-color': 'a contrast that Safari does not adjust, which our color does not need',
  'forced-color-adjust': 'Safari has no forced colors',
  'content-visibility': 'long lists take longer to render',
  'overflow-clip-margin': 'a focus ring is cut at the edge',
  'line-clamp': 'all engines have the prefixed one beside it',
  '@page': 'the printer’s own margins',
  outline: 'a focus ring has square corners',
  ':has': 'on the website the space around a few elements; the portal’s browsers have it',
  'color-mix()': 'on the website a faint border and shimmer; the portal’s browsers have it',
  keepalive: 'a request that a closed page leaves behind may be lost',
  role: 'React sets the attribute where the property is missing',
  'Error.captureStackTrace': 'Zod asks whether it exists',
  '.skipTransition()': 'React asks whether it exists',
  '.startViewTransition()': 'React asks whether it exists',
  ViewTransition: 'React asks whether it exists',
}

/** Names that our own code and packages use for something else. */
const ownNames = new Set([
  ...['Profiler', 'Rect'],
  ...[
    'available',
    'build',
    'createContext',
    'destroy',
    'draw',
    'drop',
    'equals',
    'fetch',
    'forget',
    'hide',
    'isValid',
  ],
  ...['lines', 'records', 'retry', 'run', 'seek', 'toBase64', 'toHex', 'use', 'watch', 'when'],
])

/** Version by browser, from the targets of the build; phones' browsers have the same. */
function floorOf(part: Part): Record<string, number> {
  const { environments } = config({ command: 'build', mode: 'production' }) as {
    environments: Record<Part, { build: { target: string[] } }>
  }
  const targets = Object.fromEntries(
    environments[part].build.target.map((target) => [
      target.replace(/\d+/, ''),
      Number(/\d+/.exec(target)?.[0]),
    ]),
  )
  const { chrome = 0, firefox = 0, safari = 0 } = targets
  return {
    chrome,
    edge: chrome,
    chrome_android: chrome,
    firefox,
    firefox_android: firefox,
    safari,
    safari_ios: safari,
  }
}

function isLacking(feature: Identifier | undefined, floor: Record<string, number>): boolean {
  const support = feature?.__compat?.support
  if (!support) return false
  const since = (version: unknown) =>
    typeof version === 'string' ? Number.parseFloat(version.replace('≤', '')) : Number.POSITIVE_INFINITY
  return Object.entries(floor).some(([browser, version]) => {
    const statements = [support[browser as keyof typeof support] ?? []].flat()
    return (
      statements.length > 0 &&
      !statements.some(
        (one) =>
          !(one.flags || one.prefix || one.alternative_name) &&
          since(one.version_added) <= version &&
          !(since(one.version_removed) <= version),
      )
    )
  })
}

/** Finds the features in a text, each with its name. */
type Finder = (
  text: string,
  found: (name: string, feature: Identifier | undefined) => void,
  floor: Record<string, number>,
) => void

function lackedBy(part: Part, kind: 'js' | 'css', find: Finder): string[] {
  const floor = floorOf(part)
  const lacked = new Set<string>()
  const files = filesOf(part).filter((file) => file.endsWith(`.${kind}`))
  expect(files).not.toEqual([])
  for (const file of files)
    find(
      readFileSync(join(dist, file), 'utf8'),
      (name, feature) => {
        if (!(name in enhancements) && isLacking(feature, floor)) lacked.add(`${name} in ${basename(file)}`)
      },
      floor,
    )
  return [...lacked]
}

const globals: Identifier = { ...compat.javascript.builtins, ...compat.api } as Identifier

const methodsByName = new Map<string, Identifier[]>()
for (const members of [...Object.values(globals), ...Object.values(compat.javascript.builtins?.Intl ?? {})])
  for (const [key, member] of Object.entries(members as Identifier)) {
    const name = key.replace(/_static$/, '')
    methodsByName.set(name, [...(methodsByName.get(name) ?? []), member as Identifier])
  }

const findInScript: Finder = (text, found, floor) => {
  const identifier = ({ name }: { name: string }) => ownNames.has(name) || found(name, globals[name])
  new Visitor({
    Identifier: identifier,
    MemberExpression({ object, property, computed }: ESTree.MemberExpression) {
      if (computed || object.type !== 'Identifier' || property.type !== 'Identifier') return
      const owner = globals[object.name]
      found(`${object.name}.${property.name}`, owner?.[`${property.name}_static`] ?? owner?.[property.name])
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      // The minifier’s names are shorter.
      if (name.length < 3 || ownNames.has(name)) return
      // It is enough if one interface has had such a method for long enough.
      const methods = methodsByName.get(name) ?? []
      const lacking = methods.filter((method) => isLacking(method, floor))
      if (lacking.length === methods.length) found(`.${name}()`, lacking[0])
    },
    Literal(literal) {
      if ('regex' in literal && /\(\?[a-z-]+:/.test(literal.regex.pattern))
        found(literal.raw ?? '', compat.javascript.regular_expressions?.modifier)
    },
  }).visit(parseSync('script.js', text).program)
}

const functionsByName = new Map<string, Identifier>()
collectTypes(compat.css.types as Identifier)
function collectTypes(types: Identifier): void {
  for (const [name, type] of Object.entries(types)) {
    if (name === '__compat') continue
    if ((type as Identifier).__compat) functionsByName.set(name, type as Identifier)
    collectTypes(type as Identifier)
  }
}

const findInStyles: Finder = (text, found) => {
  const { properties, selectors, 'at-rules': atRules } = compat.css as Record<string, Identifier>
  parseStyles(text).walk((node) => {
    if (node.type === 'decl') {
      const property = properties?.[node.prop]
      found(node.prop, property)
      for (const [word] of node.value.matchAll(/[a-z-]+(?!\()/g)) found(node.prop, property?.[word])
      for (const [word] of node.value.matchAll(/[a-z-]+(?=\()/g))
        found(`${word}()`, functionsByName.get(word))
    } else if (node.type === 'atrule') {
      const atRule = atRules?.[node.name]
      found(`@${node.name}`, atRule)
      for (const [word] of node.params.matchAll(/[a-z-]+/g)) found(`@${node.name} ${word}`, atRule?.[word])
      if (/[<>]/.test(node.params)) found('range syntax', atRule?.range_syntax)
    } else if (node.type === 'rule') {
      for (const [colons, word = ''] of node.selector.matchAll(/::?([a-z-]+)/g))
        found(colons, selectors?.[word])
      if (node.selector.includes('&')) found('nesting', selectors?.nesting)
    }
  })
}

test.each(['portal', 'site'] as const)(
  'the scripts of the %s use nothing that the oldest browsers lack [T508]',
  (part) => {
    expect(lackedBy(part, 'js', findInScript)).toEqual([])
  },
)

test.each(['portal', 'site'] as const)(
  'the styles of the %s use nothing that the oldest browsers lack, except as an enhancement [T590]',
  (part) => {
    expect(lackedBy(part, 'css', findInStyles)).toEqual([])
  },
)

test('README.md and the sentence for older browsers name those that the build is made for [T591]', () => {
  const { chrome, firefox, safari } = floorOf('portal')
  const named = `Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari}`
  for (const file of ['README.md', 'src/site/shell/wording.en.ts'])
    expect(readFileSync(join(root, file), 'utf8'), file).toContain(named)
})

test('no style tells a visited link from others: it was unreadable in the header [T594]', () => {
  for (const file of globSync('src/**/*.css', { cwd: root }))
    parseStyles(readFileSync(join(root, file), 'utf8')).walkRules(({ selector }) => {
      expect(selector, file).not.toMatch(/:(link|visited)\b/)
    })
})
