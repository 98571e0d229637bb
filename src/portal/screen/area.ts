import { useLocation } from 'react-router'
import { areaOfPath } from '#contract/access/areas.ts'
import { type Area, type SharedScreen, screenPath } from '#contract/paths.ts'

/** §2: the area that a screen stands in is read from its address. */
export function useArea(): Area {
  // Outside the areas no screen asks; a harmless answer keeps the type simple.
  return areaOfPath(useLocation().pathname) ?? 'manager'
}

/** Addresses in the current area, for the screens that both areas have. */
export function useAreaPath(): (screen: SharedScreen, id?: string) => string {
  const area = useArea()
  return (screen, id) => screenPath(area, screen, id)
}
