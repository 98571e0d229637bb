import type { Variants } from './precompress.ts'

/** The smaller first. */
const offered = ['br', 'gzip'] as const satisfies readonly (keyof Variants)[]

/** What to send under this Accept-Encoding, or null for the plain content. A weight of 0 is a refusal. */
export function pickEncoding(accepted: string | undefined): keyof Variants | null {
  const weights = new Map((accepted ?? '').split(',').map(weigh))
  return offered.find((name) => (weights.get(name) ?? weights.get('*') ?? 0) > 0) ?? null
}

function weigh(entry: string): [name: string, weight: number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2))]
}
