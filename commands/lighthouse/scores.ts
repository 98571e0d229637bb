/** What every public page has to reach, of 100. */
export const bars = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const

export type Category = keyof typeof bars
export const categories = Object.keys(bars) as Category[]

/** A check that cost points. */
export interface Shortfall {
  /** Lighthouse's name of it. */
  id: string
  explanation: string
}

/** One page, measured once. */
export type Run = Record<Category, { score: number; shortfalls: Shortfall[] }>

/** A slow minute of the machine looks like a slow page: it is measured that many times more. */
const secondLook = 2

/** How many runs a page still needs: those asked for, and more of them when its performance seems low. */
export function runsMissing(runs: readonly Run[], wanted: number): number {
  if (runs.length < wanted) return wanted - runs.length
  const low = scoreOf(runs, 'performance') < bars.performance
  return low ? Math.max(0, wanted + secondLook - runs.length) : 0
}

/** Performance is the median of the runs; the others don't depend on the machine, so the worst run counts. */
export function scoreOf(runs: readonly Run[], category: Category): number {
  const scores = runs.map((run) => run[category].score)
  return category === 'performance' ? median(scores) : Math.min(...scores)
}

/** The lower one in the middle, so that an even number of runs is not judged more kindly. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? Number.NaN
}

/** A sentence for each bar that the page misses, with the checks of its worst run. */
export function complaintsAbout(page: string, runs: readonly Run[]): string[] {
  return categories
    .filter((category) => !(scoreOf(runs, category) >= bars[category]))
    .map((category) => {
      const [worst] = runs.toSorted((a, b) => a[category].score - b[category].score)
      const reasons = worst?.[category].shortfalls.map(({ id, explanation }) => `    ${id}: ${explanation}`)
      const missed = `${page} has ${scoreOf(runs, category)} in ${category}, and needs ${bars[category]}.`
      return [missed, ...(reasons ?? [])].join('\n')
    })
}
