import type { IncomingHttpHeaders } from 'node:http'

/* The one thing that development adds to a document: the script that reloads it. */

export const scriptPath = '/development/reload.js'

/** The script is told which version the page is, so that a page that was out of date when it came reloads at once. */
function tagFor(version: string): string {
  return `<script src="${scriptPath}?${version}" defer></script>`
}

export function withScript(document: Buffer, version: string): Buffer {
  const at = document.indexOf('</head>')
  const place = at === -1 ? document.length : at
  return Buffer.concat([document.subarray(0, place), Buffer.from(tagFor(version)), document.subarray(place)])
}

export function lengthOfScript(version: string): number {
  return Buffer.byteLength(tagFor(version))
}

/** Whether a page is asked for, as by a navigation. */
export function asksForDocument(method: string | undefined, { accept }: IncomingHttpHeaders): boolean {
  return (method === 'GET' || method === 'HEAD') && accept?.includes('text/html') === true
}

/** A browser's copy is that of this very version or none: its script names the version. */
export function ownTag(tag: string, version: string): string {
  return tag.replace(/"$/, `-${version}"`)
}

/** What the server behind knows of the tags that a browser names; undefined when it knows none of them. */
export function serverTag(tags: string | undefined, version: string): string | undefined {
  return tags?.endsWith(`-${version}"`) ? `${tags.slice(0, -version.length - 2)}"` : undefined
}
