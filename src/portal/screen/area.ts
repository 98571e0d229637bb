import { useLocation } from 'react-router'
import { areaOfPath } from '#contract/access/areas.ts'
import { type SharedScreen, screenPath } from '#contract/paths.ts'

/** Addresses in the current area, for the screens that both areas have. */
export function useAreaPath(): (screen: SharedScreen, id?: string) => string {
  // Never used outside the areas; a default keeps the type simple.
  const area = areaOfPath(useLocation().pathname) ?? 'manager'
  return (screen, id) => screenPath(area, screen, id)
}
