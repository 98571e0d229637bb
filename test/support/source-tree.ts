import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

export const root = normalize(join(dirname(fileURLToPath(import.meta.url)), '../..'))

export interface SourceFile {
  /** Path from the root of the repository, with slashes. */
  path: string
  text: string
  /** Its imports, including types: paths from the root for our own files, names for packages. */
  imports: string[]
}

/** Every TypeScript file below a folder, with what it imports. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => {
      const path = join(folder, name)
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, imports: importsOf(path, text) }
    })
}

/** Static, re-exporting and dynamic imports with a literal name. */
function importsOf(path: string, text: string): string[] {
  const { module } = parseSync(join(root, path), text)
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const source = text.slice(moduleRequest.start, moduleRequest.end)
      return [/^['"](.+)['"]$/.exec(source)?.[1] ?? unreadable(source)]
    }),
  ]
  return named.map((name) => resolveImport(path, name))
}

/** A dynamic import without a literal name; architecture.test.ts lists the files that may have one. */
const unreadable = (source: string): string => `<${source}>`

function resolveImport(from: string, name: string): string {
  if (name.startsWith('.')) return relative(root, join(root, dirname(from), name))
  const alias = /^#(\w+)\/(.+)$/.exec(name)
  if (!alias) return name
  const [, folder = '', rest = ''] = alias
  return ['contract', 'server', 'ui', 'portal', 'site'].includes(folder)
    ? `src/${folder}/${rest}`
    : `${folder}/${rest}`
}
