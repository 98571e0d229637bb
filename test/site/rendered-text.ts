/* What a reader sees of a rendered page. */

/** What stands between the header and the footer. */
export function mainOf(html: string): string {
  return /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ''
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** The words alone, as one line; pictures, scripts and what is hidden from readers are left out. */
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

/** The texts of headings, paragraphs and list items, each by itself, in the page's order. */
export function blocksOf(html: string): string[] {
  const innermost = new RegExp(`<(${block})\\b[^>]*>((?:(?!<(?:${block})\\b).)*?)</\\1>`, 'gs')
  return [...html.matchAll(innermost)].map(([, , inside = '']) => textOf(inside)).filter(Boolean)
}
