import { useLocation } from 'react-router'
import { areaOfPath } from '#contract/access/areas.ts'
import { type SharedScreen, screenPath } from '#contract/paths.ts'

/** Addresses in the area that the screen stands in (§2), for the screens that both areas have. */
export function useAreaPath(): (screen: SharedScreen, id?: string) => string {
  // Outside the areas no screen asks; a harmless answer keeps the type simple.
  const area = areaOfPath(useLocation().pathname) ?? 'manager'
  return (screen, id) => screenPath(area, screen, id)
}
