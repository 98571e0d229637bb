import { type Category, categories, type Run, type Shortfall } from './scores.ts'

/* What is read of Lighthouse's answer; it has no types here, as it is fetched only in need. */

export interface LighthouseResult {
  lhr: {
    /** Set when the page could not be measured at all. */
    runtimeError?: { code: string; message: string }
    categories: Partial<Record<Category, LighthouseCategory>>
    audits: Record<string, LighthouseAudit>
  }
  /** HTML. */
  report: string
}

interface LighthouseCategory {
  /** 0 to 1; null when one of its audits broke. */
  score: number | null
  auditRefs: { id: string; weight: number }[]
}

interface LighthouseAudit {
  title: string
  score: number | null
  scoreDisplayMode: string
  displayValue?: string
  errorMessage?: string
  details?: { items?: { node?: { snippet?: string; explanation?: string }; description?: string }[] }
}

/** How often a measurement that came to nothing is begun; a busy machine can bring that about. */
const mostAttempts = 3

/** The first measurement that came to something; after the last attempt, what came instead. */
export async function untilMeasured(attempt: () => Promise<LighthouseResult>): Promise<LighthouseResult> {
  for (let number = 1; number < mostAttempts; number++) {
    const result = await attempt()
    if (!result.lhr.runtimeError) return result
  }
  return attempt()
}

/** Examples that are named of one check. */
const mostExamples = 3

export function readRun({ lhr }: LighthouseResult): Run {
  const read = (category: Category) => {
    const found = lhr.categories[category]
    const shortfalls = lhr.runtimeError
      ? [{ id: lhr.runtimeError.code, explanation: lhr.runtimeError.message }]
      : (found?.auditRefs ?? []).flatMap((reference) => shortfallOf(reference, lhr.audits))
    return [category, { score: Math.round((found?.score ?? 0) * 100), shortfalls }]
  }
  return Object.fromEntries(categories.map(read))
}

/** Audits without weight only inform. */
function shortfallOf(
  { id, weight }: { id: string; weight: number },
  audits: Record<string, LighthouseAudit>,
): Shortfall[] {
  const audit = audits[id]
  if (!audit || weight === 0) return []
  if (audit.scoreDisplayMode === 'error') return [{ id, explanation: audit.errorMessage ?? audit.title }]
  if (audit.score === null || audit.score === 1) return []
  const examples = (audit.details?.items ?? [])
    .map(({ node, description }) => node?.explanation ?? node?.snippet ?? description)
    .filter((example) => example !== undefined)
    .slice(0, mostExamples)
    .map((example) => example.replace(/\s+/g, ' '))
  return [{ id, explanation: [audit.title, audit.displayValue, ...examples].filter(Boolean).join(' · ') }]
}
