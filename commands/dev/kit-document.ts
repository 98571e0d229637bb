import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kitBase } from './build-pages.ts'
import { withScript } from './document.ts'

interface Chunk {
  file: string
  isEntry?: boolean
  css?: string[]
}

/** The page of the building blocks, from its own build. */
export async function kitDocument(build: string, version: string): Promise<Buffer> {
  const chunks = Object.values<Chunk>(JSON.parse(await readFile(join(build, 'kit/manifest.json'), 'utf8')))
  const files = new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]))
  const styles = [...files].filter((file) => file.endsWith('.css'))
  const scripts = chunks.filter(({ isEntry }) => isEntry).map(({ file }) => file)
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Building blocks</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${styles.map((file) => `<link rel="stylesheet" href="${kitBase}${file}">`).join('\n')}
${scripts.map((file) => `<script type="module" src="${kitBase}${file}"></script>`).join('\n')}
</head><body><div id="kit"></div></body></html>
`
  return withScript(Buffer.from(text), version)
}

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  map: 'application/json',
}

/** A file of the kit's build by its address, or null. */
export async function kitFile(
  build: string,
  path: string,
): Promise<{ type: string; content: Buffer } | null> {
  const [, name = '', ending = ''] = /^\/development\/kit\/(assets\/[\w.-]+\.(\w+))$/.exec(path) ?? []
  const type = types[ending]
  if (!type) return null
  const content = await readFile(join(build, 'kit', name)).catch(() => null)
  return content && { type, content }
}
