import { useSearchParams } from 'react-router'
import { dashboardRanges } from '#contract/clients/endpoints.ts'
import type { SummaryRange } from '#portal/clients/queries.ts'

function isSummaryRange(text: string | null): text is SummaryRange {
  return dashboardRanges.some((range) => range === text)
}

/** The range stands in the address, so that a reload and a shared link show the same counts. */
export function useRange(): [SummaryRange, (range: string) => void] {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('range')
  const range = isSummaryRange(wanted) ? wanted : 'all'
  const choose = (next: string) => setParams(next === 'all' ? {} : { range: next }, { replace: true })
  return [range, choose]
}
