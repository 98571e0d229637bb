/* Reads the text of a rendered page. */

/** The content of the main element. */
export function mainOf(html: string): string {
  return /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ''
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** The text as one line, without tags, pictures, scripts and styles. */
export function textOf(html: string): string {
  return withoutTags(html).replace(/\s+/g, ' ').trim()
}

function withoutTags(html: string): string {
  return html
    .replace(/<(svg|script|style)\b.*?<\/\1>/gs, ' ')
    .replace(/<\/?(a|abbr|b|em|strong|span|bdi|wbr)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&([\w#]+);/g, (whole, name: string) => entities[name] ?? whole)
}

const block = 'h[1-6]|p|li|dt|dd|td|th|caption|legend|figcaption|label|summary'

/** The texts of headings, paragraphs, list items and the like, in order. */
export function blocksOf(html: string): string[] {
  const innermost = new RegExp(`<(${block})\\b[^>]*>((?:(?!<(?:${block})\\b).)*?)</\\1>`, 'gs')
  return [...html.matchAll(innermost)].map(([, , inside = '']) => textOf(inside)).filter(Boolean)
}
